//! Names of things, shared by whoever shows them, and ids that carry them.

/// Makes a room's `Name`, and its `Named<I>`: an id for the code that is a name for the reader. Both are texts in JSON, and
/// have `$schema` for their name in the API document, where no two rooms may have the same, and `$meaning` for their
/// description.
///
/// ```
/// kernel::names!("TinyName", "A name as the scenario has it.");
/// kernel::index! {
///     /// A province.
///     ProvinceId(u8)
/// }
/// let place = Named::new(ProvinceId(3), &"Padua".into());
/// assert_eq!((place.id.index(), place.to_string()), (3, "Padua".to_owned()));
/// assert_eq!(serde_json::to_string(&place).unwrap(), "\"Padua\"");
/// ```
#[macro_export]
macro_rules! names {
    ($schema:literal, $meaning:literal) => {
        /// A name shared by whoever shows it.
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
        pub struct Name(::std::sync::Arc<str>);

        impl Name {
            /// The name as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }
        impl From<&str> for Name {
            fn from(text: &str) -> Self {
                Self(text.into())
            }
        }
        impl From<String> for Name {
            fn from(text: String) -> Self {
                Self(text.into())
            }
        }
        impl ::std::fmt::Display for Name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(&self.0)
            }
        }
        impl ::std::fmt::Debug for Name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                write!(f, "{:?}", &*self.0)
            }
        }
        impl ::serde::Serialize for Name {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.0)
            }
        }
        impl<'de> ::serde::Deserialize<'de> for Name {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                <String as ::serde::Deserialize>::deserialize(deserializer).map(Self::from)
            }
        }
        impl ::utoipa::PartialSchema for Name {
            fn schema() -> ::utoipa::openapi::RefOr<::utoipa::openapi::Schema> {
                let text = ::utoipa::openapi::schema::Type::String;
                ::utoipa::openapi::ObjectBuilder::new().schema_type(text).description(Some($meaning)).build().into()
            }
        }
        impl ::utoipa::ToSchema for Name {
            fn name() -> ::std::borrow::Cow<'static, str> {
                $schema.into()
            }
        }

        /// Something by id for the code and by name for the reader: in JSON it is the name alone.
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
        pub struct Named<I> {
            /// For the code.
            pub id: I,
            /// For the reader.
            pub name: Name,
        }

        impl<I> Named<I> {
            /// An id with its name.
            pub fn new(id: I, name: &Name) -> Self {
                Self { id, name: name.clone() }
            }
        }
        impl<I> ::std::fmt::Display for Named<I> {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Display::fmt(&self.name, f)
            }
        }
        impl<I> ::std::fmt::Debug for Named<I> {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(self.name.as_str())
            }
        }
        impl<I> ::serde::Serialize for Named<I> {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                ::serde::Serialize::serialize(&self.name, serializer)
            }
        }
        impl<I> ::utoipa::PartialSchema for Named<I> {
            fn schema() -> ::utoipa::openapi::RefOr<::utoipa::openapi::Schema> {
                <Name as ::utoipa::PartialSchema>::schema()
            }
        }
        impl<I> ::utoipa::ToSchema for Named<I> {
            fn name() -> ::std::borrow::Cow<'static, str> {
                $schema.into()
            }
        }
    };
}
