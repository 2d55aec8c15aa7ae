//! Why the rules forbid an order, in words: for what several kinds of order share.

use kernel::Refusal;

use super::context::OrderContext;
use crate::model::measures::Talents;
use crate::rules::founding::NoBuilding;
use crate::rules::pyramid::NoCommand;
use crate::rules::treaties::NoTreaty;

/// Cities and forts; `rule` is that of the kind of order.
pub(super) fn no_building(ctx: &OrderContext<'_>, why: NoBuilding, rule: &'static str, price: Talents) -> Refusal {
    let cities = &ctx.sc.rulings.cities;
    match why {
        NoBuilding::Ground => Refusal::new("ground", "ST-R32", "it cannot stand on such ground")
            .hint("a fort stands on any land, a city neither in mountains nor in desert")
            .at("hex"),
        NoBuilding::Distance => {
            let (nearest, farthest) = (cities.found_nearest, cities.found_farthest);
            let detail = format!("the nearest city must be {nearest} to {farthest} hexes away");
            Refusal::new("distance", "ST-2.2", detail).at("hex")
        }
        NoBuilding::Quarter => Refusal::new("once_a_quarter", "ST-R32", "you have founded a city this quarter")
            .hint("wait for the next quarter"),
        NoBuilding::Stands => Refusal::new("occupied", rule, "a city or a fort stands there").at("hex"),
        NoBuilding::OutOfReach => out_of_reach(),
        NoBuilding::Greatest => {
            let (size, dv) = (cities.greatest_size, cities.greatest_dv);
            Refusal::new("greatest", rule, format!("size goes from 1 to {size}, the defence value from 1 to {dv}"))
        }
        NoBuilding::OnceAWeek => {
            Refusal::new("once_a_week", rule, "one step has been built there this week").hint("wait for the next week")
        }
        NoBuilding::Enemy => {
            Refusal::new("enemy_before_walls", "ST-14.4", "the week opened with an enemy force in the hex").at("city")
        }
        NoBuilding::TooDear => ctx.too_dear(rule, price),
    }
}

/// Money cannot be spent there.
pub(super) fn out_of_reach() -> Refusal {
    Refusal::new("out_of_reach", "ST-3.5", "the place is not yours, or your money does not reach it")
        .hint("money reaches 8 hexes from what you own or have as an ally, and to captured cities with a Command Base")
        .at("city")
}

/// Treaties and war.
pub(super) fn no_treaty(ctx: &OrderContext<'_>, why: NoTreaty) -> Refusal {
    let treaties = &ctx.sc.rulings.treaties;
    match why {
        NoTreaty::Kind => Refusal::new("no_such_treaty", "ST-22.1", "there is no such treaty between the two"),
        NoTreaty::Weeks => {
            let detail = format!("a treaty lasts 1 to {} weeks", treaties.most_weeks);
            Refusal::new("weeks", "ST-22.9", detail).at("weeks")
        }
        NoTreaty::Twice => {
            let detail = format!("you have filed {} appeals this week", treaties.appeals_a_turn);
            Refusal::new("appeals_a_week", "ST-22.11", detail).hint("file it next week")
        }
        NoTreaty::Condition => {
            let detail = "a condition binds neither of the two, or cannot be met";
            Refusal::new("condition", "ST-22.12", detail)
                .hint("money must be in the treasury; a city must be the giver's, whole, and not blockaded")
        }
        NoTreaty::NoLine => {
            let detail = "money needs a line of communication between the two countries";
            Refusal::new("no_line", "ST-22.14", detail)
                .hint("cities within 8 hexes of each other, or a port of each that nobody blockades")
                .at("conditions")
        }
        NoTreaty::NotOpen => {
            Refusal::new("not_open", "ST-R55", "there is no such appeal to you that may be answered now")
                .hint("an appeal is answered in the week after it was filed")
                .at("appeal")
        }
        NoTreaty::NoTreaty => Refusal::new("no_treaty", "ST-22.3", "there is no treaty with that country").at("with"),
        NoTreaty::Enemies => Refusal::new("enemies", "ST-22.15", "you are enemies already").at("country"),
    }
}

/// The command pyramid; `part` names what is assigned or raised.
pub(super) fn no_command(ctx: &OrderContext<'_>, why: NoCommand, price: Talents) -> Refusal {
    match why {
        NoCommand::Kind => Refusal::new("cannot_stand", "ST-10.1", "such a command cannot be raised there")
            .hint("fleets and armadas are raised in harbours; cities and forts bring their own commands"),
        NoCommand::OutOfReach => out_of_reach(),
        NoCommand::OneSpecial => Refusal::new("one_special", "ST-10.17", "you have a Special command"),
        NoCommand::TooDear => ctx.too_dear("ST-10.1", price),
        NoCommand::Apart => Refusal::new("apart", "ST-9.2", "the commands are not in one hex"),
        NoCommand::Table => Refusal::new("table", "ST-10.1", "a command of this type takes none of that"),
        NoCommand::Circle => Refusal::new("circle", "ST-9.1", "the command would be under itself"),
        NoCommand::Rank => {
            Refusal::new("rank", "ST-11.2", "the lower goes under the higher").hint("assign them the other way round")
        }
        NoCommand::NoRoom => Refusal::new("no_room", "ST-11.3", "the walls have no room for so many regiments"),
        NoCommand::Blockaded => Refusal::new("blockaded", "ST-15.9", "the city is blockaded"),
    }
}
