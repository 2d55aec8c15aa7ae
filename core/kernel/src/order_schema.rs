//! The schema of a room's orders, made from its list of order kinds.

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};

/// Gives the enum of a room's orders its schema: one of its kinds, each with the `type` that tells it.
#[macro_export]
macro_rules! order_schema {
    ($Order:ident as $name:literal, $about:literal; $($module:ident: $Kind:ident,)*) => {
        impl ::utoipa::PartialSchema for $Order {
            fn schema() -> ::utoipa::openapi::RefOr<::utoipa::openapi::schema::Schema> {
                let all = ::utoipa::openapi::schema::OneOfBuilder::new()
                    .description(Some($about))
                    $(.item($crate::order_schema::tagged(
                        stringify!($module),
                        <$Kind as ::utoipa::PartialSchema>::schema(),
                    )))*;
                ::utoipa::openapi::RefOr::T(::utoipa::openapi::schema::Schema::OneOf(all.build()))
            }
        }

        impl ::utoipa::ToSchema for $Order {
            fn name() -> std::borrow::Cow<'static, str> {
                $name.into()
            }

            fn schemas(
                schemas: &mut Vec<(String, ::utoipa::openapi::RefOr<::utoipa::openapi::schema::Schema>)>,
            ) {
                $(<$Kind as ::utoipa::ToSchema>::schemas(schemas);)*
            }
        }
    };
}

/// The schema of a kind of order with the `type` that says so; for [`order_schema!`](crate::order_schema!).
pub fn tagged(kind: &str, schema: RefOr<Schema>) -> RefOr<Schema> {
    match schema {
        RefOr::T(Schema::Object(mut fields)) => {
            let tag = ObjectBuilder::new().schema_type(Type::String).enum_values(Some([kind]));
            fields.properties.insert("type".into(), tag.build().into());
            fields.required.push("type".into());
            fields.additional_properties = None;
            RefOr::T(Schema::Object(fields))
        }
        other => other,
    }
}
