//! Enums whose values are words: the same word in a text column, in JSON and in the API document.

/// A word that names no value of its enum.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("“{word}” is no {of}")]
pub struct UnknownWord {
    pub word: String,
    /// The enum.
    pub of: &'static str,
}

/// Declares an enum of words. A row with another word is not read: that is an error, never some other value.
macro_rules! text_enum {
    (
        $(#[$meta:meta])*
        pub enum $name:ident { $($(#[$about:meta])* $variant:ident = $word:tt),+ $(,)? }
    ) => {
        $(#[$meta])*
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, utoipa::ToSchema,
            diesel::expression::AsExpression, diesel::deserialize::FromSqlRow,
        )]
        #[diesel(sql_type = diesel::sql_types::Text)]
        pub enum $name {
            $($(#[$about])* #[serde(rename = $word)] $variant),+
        }

        impl $name {
            /// All values, in the order of their declaration.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            /// The word for it.
            pub fn name(self) -> &'static str {
                match self { $($name::$variant => $word),+ }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::model::UnknownWord;

            fn from_str(word: &str) -> Result<Self, Self::Err> {
                let found = $name::ALL.iter().copied().find(|value| value.name() == word);
                found.ok_or_else(|| $crate::model::UnknownWord { word: word.to_owned(), of: stringify!($name) })
            }
        }

        impl<DB> diesel::serialize::ToSql<diesel::sql_types::Text, DB> for $name
        where
            DB: diesel::backend::Backend,
            str: diesel::serialize::ToSql<diesel::sql_types::Text, DB>,
        {
            fn to_sql<'b>(&'b self, out: &mut diesel::serialize::Output<'b, '_, DB>) -> diesel::serialize::Result {
                self.name().to_sql(out)
            }
        }

        impl<DB> diesel::deserialize::FromSql<diesel::sql_types::Text, DB> for $name
        where
            DB: diesel::backend::Backend,
            String: diesel::deserialize::FromSql<diesel::sql_types::Text, DB>,
        {
            fn from_sql(bytes: DB::RawValue<'_>) -> diesel::deserialize::Result<Self> {
                let word = <String as diesel::deserialize::FromSql<diesel::sql_types::Text, DB>>::from_sql(bytes)?;
                Ok(word.parse()?)
            }
        }
    };
}

pub(crate) use text_enum;

#[cfg(test)]
mod tests {
    use super::UnknownWord;
    use crate::model::{GameStatus, SeatKind};

    #[test]
    fn every_value_comes_back_from_its_word_and_other_words_are_errors() {
        for status in GameStatus::ALL {
            assert_eq!(status.name().parse(), Ok(*status));
            assert_eq!(serde_json::to_value(status).unwrap(), status.name());
        }
        let unknown = UnknownWord { word: "Lobby".to_owned(), of: "GameStatus" };
        assert_eq!("Lobby".parse::<GameStatus>(), Err(unknown));
        assert!("".parse::<SeatKind>().is_err());
    }
}
