//! A new city (UM-9.7 to UM-9.10).

use kernel::{FieldOptions, OptionValue, Refusal};
use kernel::shorthand::Read;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::carry_out::CarryOut;
use super::check::Foreseen;
use super::notation::Line;
use super::options::{OptionContext, PartialOrder, cost, one_of};
use super::{Numbered, Order, OrderContext, OrderKind, OrderPhase, Permission};
use super::lookup::find_city_name;
use crate::model::ids::{NameId, ProvinceId, Rp};
use crate::model::scenario::{CityStatus, code};
use crate::rules::options::economy;

/// P3: founds a city where there is none (UM-9.7). Civilised nations, investment turns.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(title = "UmpireFoundCity")]
pub struct FoundCity {
    /// Where.
    #[schema(example = "Altdorf")]
    pub province: String,
    /// Name of the city, from the nation's pool.
    #[schema(example = "Conegliano")]
    pub name: String,
    /// Basic revenue of the city, 2, 3 or 4.
    #[schema(minimum = 2, maximum = 4, example = 2)]
    pub size: u8,
}

/// The order in ids.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Foundation {
    /// Where.
    pub province: ProvinceId,
    /// Its name.
    pub name: NameId,
    /// Its basic revenue.
    pub size: u8,
}

impl OrderKind for FoundCity {
    type Command = Foundation;

    const PHASE: OrderPhase = OrderPhase::Options;
    const RULES: &'static [&'static str] = &["UM-9.7", "UM-9.8", "UM-9.10"];
    const SUMMARY: &'static str = "Founds a city of 2, 3 or 4 RP where there is none, for 10, 15 or 20 RP; civilised nations, investment turns";
    const VERB: Option<&'static str> = Some("found");
    const USAGE: &'static str = "write: found Conegliano at Udine 3";

    fn example() -> Self {
        Self { province: "Udine".into(), name: "Conegliano".into(), size: 3 }
    }

    fn resolve(&self, context: &OrderContext<'_>) -> Result<Self::Command, Refusal> {
        let name = find_city_name(context.sc, context.nation, &self.name).map_err(|refusal| refusal.at("name"))?;
        Ok(Foundation { province: context.find_province(&self.province, "province")?, name, size: self.size })
    }

    fn judge(command: &Self::Command, context: &OrderContext<'_>) -> Result<Permission, Refusal> {
        let &Foundation { province: place, name, size } = command;
        context.civilised("found_city", "UM-9.7")?;
        context.season(|turn| turn.investment, "investment", "UM-9.1")?;
        context.own(place, "UM-R24")?;
        if context.st.province(place).cty == CityStatus::Standing {
            let detail = format!("{} already has a city", context.name(place));
            let refusal = Refusal::new("city_stands", "UM-9.7", detail).at("province");
            return Err(refusal.hint("found cities in tribal areas or where a city was destroyed"));
        }
        let Some(cost) = context.sc.economy.found_cost.get(&size) else {
            let sizes: Vec<String> = context.sc.economy.found_cost.keys().map(u8::to_string).collect();
            let detail = format!("a city cannot be founded with a revenue of {size}");
            let refusal = Refusal::new("size_out_of_range", "UM-9.7", detail).at("size");
            return Err(refusal.hint(format!("possible are {}", sizes.join(", "))));
        };
        let new_name = context.sc.names[name.index()].as_str();
        let clash = |other: &ProvinceId| {
            *other != place && code(context.st.place(context.sc, *other).name.as_str()) == code(new_name)
        };
        if let Some(other) = context.sc.province_ids().find(clash) {
            let detail = format!("{new_name} would share the code {} with {}", code(new_name), context.name(other));
            let refusal = Refusal::new("code_taken", "UM-9.10", detail).at("name");
            return Err(refusal.hint("choose a name with other first letters"));
        }
        context.unthreatened(place, "a city cannot be founded", "UM-9.8")?;
        context.credit(*cost, "UM-9.7")?;
        Ok(Permission::whole())
    }

    fn foresee(command: &Self::Command, foreseen: &mut Foreseen<'_>) -> Result<(), Refusal> {
        foreseen.permit::<Self>(command)?;
        let &Foundation { province, name, size } = command;
        economy::effect_of_founding(foreseen.sc, &mut foreseen.st, foreseen.nation, province, name, size);
        Ok(())
    }

    fn carry_out(order: &Numbered<&Self::Command>, turn: &mut CarryOut<'_, '_>) -> Result<(), Refusal> {
        turn.permit::<Self>(order)?;
        let &Foundation { province, name, size } = order.what;
        economy::found(turn.turn, order.nation, province, name, size);
        Ok(())
    }

    fn replaced_by(_: &Self::Command, _: &Self::Command) -> bool {
        false
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder<'_>) -> Option<FieldOptions> {
        let (sc, sizes) = (ask.sc(), &ask.sc().economy.found_cost);
        let least = sizes.keys().copied().min()?;
        let names = sc.city_names.get(ask.foreseen.nation.index()).map_or(&[][..], Vec::as_slice);
        let may = |province: ProvinceId, name: NameId, size: u8| ask.permits::<Self>(&Foundation { province, name, size });
        if !order.answered("/province") {
            return ask.places("/province", "Where?", |place| ask.owns(place) && names.iter().any(|&name| may(place, name, least)));
        }
        let place = ask.province(order)?;
        if !order.answered("/name") {
            let fit = names.iter().filter(|&&name| may(place, name, least));
            let text = |name: &NameId| sc.names[name.index()].to_string();
            let values = fit.map(|name| OptionValue::new(text(name), text(name)));
            return one_of("/name", "What is it called?", values.collect());
        }
        let name = find_city_name(sc, ask.foreseen.nation, order.text("name")).ok()?;
        if order.answered("/size") {
            return None;
        }
        let fit = sizes.iter().filter(|(size, _)| may(place, name, **size));
        let value = |(size, price): (&u8, &Rp)| OptionValue {
            cost: Some(cost(*price)),
            ..OptionValue::new(*size, format!("a revenue of {size}"))
        };
        one_of("/size", "How large?", fit.map(value).collect())
    }

    fn print(&self) -> String {
        format!("found {} at {} {}", self.name, self.province, self.size)
    }

    fn parse(line: &mut Line<'_, '_>) -> Read<Order> {
        let from = line.at;
        let to = (from..line.tokens.len()).find(|&at| line.tokens[at].text.eq_ignore_ascii_case("at"));
        let Some(to) = to.filter(|to| *to > from) else {
            return line.misread("word_missing", "“at” is missing after the name of the city", Self::USAGE);
        };
        let name = match find_city_name(line.names.sc, line.names.known.me, &line.phrase(from, to)) {
            Ok(id) => line.names.text(id),
            Err(refusal) => return line.wrong(from, to, refusal),
        };
        line.at = to + 1;
        let province = line.province()?;
        let size = line.number("the size of the city", u64::from(u8::MAX))? as u8;
        Ok(Self { province, name, size }.into())
    }
}
