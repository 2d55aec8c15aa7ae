//! Short lists of things: enums that are a word in data and one byte in a saved game.

/// Makes an enum whose members have a key. Texts that people write have the key; saved games have the number.
macro_rules! coded {
    ($(#[$doc:meta])* $Name:ident { $($(#[$about:meta])* $Member:ident = $key:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum $Name {
            $($(#[$about])* $Member,)*
        }

        impl $Name {
            /// All, in order.
            pub const ALL: &'static [Self] = &[$(Self::$Member),*];

            /// The key in data and orders.
            pub const fn key(self) -> &'static str {
                match self { $(Self::$Member => $key),* }
            }

            /// What has a key; spaces and capitals do not matter.
            pub fn of_key(text: &str) -> Option<Self> {
                let key = text.trim().to_lowercase().replace([' ', '-'], "_");
                Self::ALL.iter().copied().find(|it| it.key() == key)
            }

            /// As an index into lists.
            pub const fn index(self) -> usize {
                self as usize
            }
        }

        impl ::std::fmt::Display for $Name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(&self.key().replace('_', " "))
            }
        }

        impl ::serde::Serialize for $Name {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                if serializer.is_human_readable() {
                    serializer.serialize_str(self.key())
                } else {
                    serializer.serialize_u8(*self as u8)
                }
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $Name {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                use ::serde::de::Error;
                if deserializer.is_human_readable() {
                    let text = <::std::string::String as ::serde::Deserialize>::deserialize(deserializer)?;
                    return Self::of_key(&text).ok_or_else(|| D::Error::custom(format!("there is no “{text}” here")));
                }
                let number = <u8 as ::serde::Deserialize>::deserialize(deserializer)?;
                Self::ALL.get(usize::from(number)).copied().ok_or_else(|| D::Error::custom("no such number"))
            }
        }
    };
}

/// Saves a struct as the list of its fields, without their names: for what a state has by the thousand. New fields are added
/// at the end; a list without them is read with those of the struct's default.
macro_rules! packed {
    ($Name:ident { $($field:ident),* $(,)? }) => {
        impl ::serde::Serialize for $Name {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                use ::serde::ser::SerializeTuple;
                let fields: &[&str] = &[$(stringify!($field)),*];
                let mut list = serializer.serialize_tuple(fields.len())?;
                $(list.serialize_element(&self.$field)?;)*
                list.end()
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $Name {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Fields;
                impl<'de> ::serde::de::Visitor<'de> for Fields {
                    type Value = $Name;
                    fn expecting(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                        f.write_str(concat!("the fields of a ", stringify!($Name)))
                    }
                    fn visit_seq<A: ::serde::de::SeqAccess<'de>>(self, mut list: A) -> Result<$Name, A::Error> {
                        let blank = $Name::default();
                        Ok($Name { $($field: list.next_element()?.unwrap_or(blank.$field)),* })
                    }
                }
                deserializer.deserialize_seq(Fields)
            }
        }
    };
}

pub(super) use {coded, packed};
