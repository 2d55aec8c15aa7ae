//! Makes of a line for each order kind whatever goes over all of them: the enums, the schema, the dispatch.

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};

/// Each line names the file, the order with names looked up, and the order as JSON; the `type` of an order is its file.
macro_rules! order_kinds {
    ($($file:ident: $kind:ident, $wire:ident;)*) => {
        $(mod $file;)*
        $(pub use $file::{$kind, $wire};)*

        /// An order.
        ///
        /// Orders are carried out at once, one after the other; the first that is refused ends the order set.
        #[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
        #[serde(tag = "type", rename_all = "snake_case")]
        #[expect(missing_docs, reason = "each kind says what it does")]
        pub enum Order {
            $($kind($wire)),*
        }

        /// An order with every name looked up: what is carried out and what the computer player plans with.
        #[derive(Clone, PartialEq, Eq, Debug)]
        #[expect(missing_docs, reason = "each kind says what it does")]
        pub enum Command {
            $($kind($kind)),*
        }

        $(
            impl From<$wire> for Order {
                fn from(order: $wire) -> Self {
                    Self::$kind(order)
                }
            }

            impl From<$kind> for Command {
                fn from(order: $kind) -> Self {
                    Self::$kind(order)
                }
            }
        )*

        impl Order {
            /// The same with every name looked up. Whether it may be carried out is another question.
            ///
            /// # Errors
            ///
            /// When a name names nothing, or too many things.
            pub fn resolve(&self, sc: &crate::model::scenario::Scenario) -> Result<Command, kernel::Refusal> {
                let names = names::Names { sc };
                match self {
                    $(Self::$kind(order) => <$kind as kind::OrderKind>::look_up(order, &names).map(Command::$kind)),*
                }
            }

            /// The order as a line of shorthand.
            pub fn print(&self, sc: &crate::model::scenario::Scenario) -> String {
                match self {
                    $(Self::$kind(order) => <$kind as kind::OrderKind>::print(order, sc)),*
                }
            }
        }

        impl Command {
            /// The same with ids for people to read.
            pub fn order(&self, sc: &crate::model::scenario::Scenario) -> Order {
                let ids = names::Ids { sc };
                match self {
                    $(Self::$kind(order) => kind::OrderKind::wire(order, &ids).into()),*
                }
            }
        }

        impl crate::rules::Engine<'_> {
            /// Carries out an order of a seat, whole or not at all.
            ///
            /// # Errors
            ///
            /// When the rules forbid it; nothing has changed then.
            pub fn carry_out(&mut self, seat: kernel::SeatId, command: &Command) -> Result<(), kernel::Refusal> {
                match command {
                    $(Command::$kind(order) => {
                        let permission = kind::permit(order, self, seat, stringify!($file))?;
                        kind::OrderKind::carry_out(order, permission, self, seat);
                    })*
                }
                Ok(())
            }

            /// What may come of an order, where the rules let one say it beforehand; none where it may not be carried out.
            pub fn prospects(&self, seat: kernel::SeatId, command: &Command) -> Option<String> {
                match command {
                    $(Command::$kind(order) => {
                        let permission = kind::permit(order, self, seat, stringify!($file)).ok()?;
                        kind::OrderKind::prospects(order, &permission, self)
                    })*
                }
            }
        }

        /// Every kind in short, in the order of the sequence of play.
        pub fn infos() -> Vec<kernel::OrderInfo> {
            vec![$(<$kind as kind::OrderKind>::info()),*]
        }

        /// The kinds that the active player may give now, standing orders aside.
        pub(crate) fn offered(
            board: &crate::model::scenario::Board, st: &crate::model::state::State,
        ) -> Vec<&'static str> {
            let mut offered = Vec::new();
            $(if <$kind as kind::OrderKind>::offered(board, st) {
                offered.push(stringify!($file));
            })*
            offered
        }

        /// The kinds of which an order is possible now.
        fn possible(asked: &kind::Asked) -> Vec<&'static str> {
            let mut possible = Vec::new();
            $({
                let empty = |names: &names::Names| {
                    let order: Result<$wire, _> = serde_json::from_value(serde_json::json!({}));
                    let order = order.map_err(|_| kernel::Refusal::new("incomplete", "", "a field is missing"))?;
                    <$kind as kind::OrderKind>::look_up(&order, names)
                };
                if kind::possible::<$kind>(asked, empty) {
                    possible.push(stringify!($file));
                }
            })*
            possible
        }

        /// Why it is not the time for a kind of order, if it is not.
        fn untimely(name: &str, asked: &kind::Asked) -> Option<kernel::Refusal> {
            $(if name == stringify!($file) {
                return kind::in_time::<$kind>(asked.engine, asked.seat, name).err();
            })*
            None
        }

        /// The next field of an order of a kind.
        fn options_of(
            name: &str, asked: &kind::Asked, partial: &kind::Partial,
        ) -> Option<kernel::FieldOptions> {
            $(if name == stringify!($file) {
                return <$kind as kind::OrderKind>::options(asked, partial);
            })*
            None
        }

        /// Every word that an order begins with, each with an example.
        pub(crate) fn verbs() -> Vec<kind::Verb> {
            let mut verbs: Vec<kind::Verb> = [$(<$kind as kind::OrderKind>::VERBS),*].concat();
            verbs.sort_unstable();
            verbs
        }

        /// Reads what stands behind a verb; `None` for a word that is none.
        pub(crate) fn parse_verb(
            verb: &str, line: &mut notation::line::Line, reader: &mut notation::reader::OrderReader,
        ) -> Option<kernel::shorthand::Read<Order>> {
            $(if <$kind as kind::OrderKind>::VERBS.iter().any(|(known, _)| *known == verb) {
                return Some(<$kind as kind::OrderKind>::parse(verb, line, reader));
            })*
            None
        }

        impl utoipa::PartialSchema for Order {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                let kinds = utoipa::openapi::schema::OneOfBuilder::new()
                    .description(Some(
                        "An order.\n\nOrders are carried out at once, one after the other; the first that is refused \
                         ends the order set.",
                    ))
                    $(.item(registry::typed(<$wire as utoipa::PartialSchema>::schema(), stringify!($file))))*;
                kinds.into()
            }
        }

        impl utoipa::ToSchema for Order {
            fn name() -> std::borrow::Cow<'static, str> {
                "HotwOrder".into()
            }

            fn schemas(schemas: &mut Vec<(String, utoipa::openapi::RefOr<utoipa::openapi::schema::Schema>)>) {
                $(<$wire as utoipa::ToSchema>::schemas(schemas);)*
            }
        }
    };
}

pub(super) use order_kinds;

/// The schema of an order kind with the `type` that names it.
pub(super) fn typed(fields: RefOr<Schema>, name: &str) -> RefOr<Schema> {
    match fields {
        RefOr::T(Schema::Object(mut object)) => {
            let kind = ObjectBuilder::new().schema_type(Type::String).enum_values(Some([name])).build();
            object.properties.insert("type".to_owned(), RefOr::T(Schema::Object(kind)));
            object.required.push("type".to_owned());
            // Members of a union leave it open, so that clients of today read the orders of tomorrow.
            object.additional_properties = None;
            RefOr::T(Schema::Object(object))
        }
        other => other,
    }
}
