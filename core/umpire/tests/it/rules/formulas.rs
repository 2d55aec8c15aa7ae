//! Formulas: one row, one number.

use kernel::Dice;
use kernel::exact::round_half_up;
use testkit::casebook::{Given, Wrong, same, table, texts, whole};
use toml::{Table, Value};
use umpire::model::combat_orders::{Arm, CombatOrders, DefaultAction};
use umpire::model::constants::Constants;
use umpire::model::ids::{Factions, GeneralId, NationId, ProvinceId, Rp, TypeId};
use umpire::model::scenario::{CityStatus, Route, Scenario, Season, code};
use umpire::orders::improve_city::Improvement;
use umpire::orders::{ImproveCity, OrderContext};
use umpire::rules::captives::{self, Captor};
use umpire::rules::conflict::battle::{self, BattleOutcome};
use umpire::rules::conflict::engagement;
use umpire::rules::conflict::sides::Commander;
use umpire::rules::conflict::siege::{self, AssaultOdds, SurrenderOdds};
use umpire::rules::conflict::{claims, devastation, evasion, strength, supply};
use umpire::rules::movement::{losses, schedule};
use umpire::rules::options::{economy, intrigue};
use umpire::rules::revolts::{self, Unrest};
use umpire::rules::turn::{Turn, stochastic_round};
use umpire::rules::{deserters, disloyalty, epidemics, morale, muster, recruitment, score, setup, taxes};

use crate::rules::cases::Case;
use crate::rules::world::{World, arm, rp, scenario};

/// Feeds a row to its formula.
pub fn check(case: &Case) -> Result<(), Wrong> {
    let mut given = Given::new(&case.given);
    let is = value(&case.check, &mut given)?;
    given.finish()?;
    if same(&case.expect, &is) { Ok(()) } else { Err(format!("is {is}, and should be {}", case.expect)) }
}

fn value(check: &str, given: &mut Given) -> Result<Value, Wrong> {
    let constants = Constants::standard();
    let of = &constants;
    Ok(match check {
        "round" => round_half_up(given.int("value")?, 1000).into(),
        "round_by_chance" => {
            let mut dice = Dice::luckless().rigged("test", given.int("d100")? as i32);
            stochastic_round(&mut dice, given.int("value")?, 1000, "test", 0, 0, "UM-R2").into()
        }
        "spread" => spread(given)?,
        "scenario" => facts(&scenario(&given.text("scenario")?)?),
        "code" => code(&given.text("name")?).into(),
        "enmity" => enmity(given)?,
        "upkeep" => {
            let units = given.int("army")? + given.int("fleets")?;
            money(taxes::pay(&duel()?.sc.economy, units as u32, given.int("spies")? as u32))
        }
        "tax" => money(taxes::expected(taxable(given, of)?, given.int("rate")? as u16)),
        "bracketed" => (taxable(given, of)? == Rp::ZERO).into(),
        "tribal_income" => money(taxes::tribal_income(taxable(given, of)?, duel()?.sc.tribal_revenue_pct)),
        "normal_revenue" => normal_revenue(given)?,
        "improvement" => improvement(given)?,
        "founding_cost" => {
            let cost = duel()?.sc.economy.found_cost.get(&(given.int("size")? as u8)).copied();
            money(cost.ok_or("no city of that size can be founded")?)
        }
        "capital_cost" => money(economy::capital_cost(&duel()?.sc.economy, given.flag("original_owner")?)),
        "conversion_cost" => conversion_cost(given)?,
        "damage_floor" => {
            let cty = if given.flag("destroyed")? { CityStatus::Destroyed } else { CityStatus::Standing };
            money(devastation::damage_floor(of, amount(given, "original")?, cty))
        }
        "recovery" => {
            let (ceiling, current) = (amount(given, "ceiling")?, amount(given, "current")?);
            money(taxes::recovered(of, current, ceiling, given.flag("destroyed")?))
        }
        "devastation" => {
            let hostile = given.int("hostile")? as u32;
            let damage = if hostile == 0 { Rp::ZERO } else { devastation::damage(of, hostile) };
            pairs([("chance", devastation::devastation_chance(of, hostile).into()), ("damage", money(damage))])
        }
        "sack_chance" => {
            let (assault, turns) = (given.flag("assault")?, given.int("siege_turns")? as u32);
            claims::sack_chance(of, assault, turns, given.flag("tribal")?, given.flag("original_owner")?).into()
        }
        "decline_chance" => taxes::decline_chance(given.int("rate")? as u16).into(),
        "assassination_chance" => {
            intrigue::kill_chance(of, Rp::whole(given.int("amount")?), given.int("health")? as u8).into()
        }
        "own_target_chance" => intrigue::outrage_chance(of, given.int("loyalty_true")? as u8).into(),
        "bribe_chance" => intrigue::bribe_chance(of, Rp::whole(given.int("amount")?), given.int("morale")?).into(),
        "arrears" => {
            let (owed, pay) = morale::arrears_ratio(amount(given, "treasury")?, amount(given, "upkeep")?);
            (owed * 1000 / pay).into()
        }
        "morale" => morale_of(given)?,
        "commander" => commander(given)?,
        "hit_chance" => {
            let difference = given.int("difference")?;
            let outcome = match given.text("outcome")?.as_str() {
                "winner" => BattleOutcome::Won,
                "indecisive" => BattleOutcome::Indecisive,
                "loser" => BattleOutcome::Lost(difference),
                other => return Err(format!("there is no outcome {other}")),
            };
            battle::hit_chance(of, outcome).into()
        }
        "wound_survival" => battle::wound_survival(of, given.int("health")? as u8).into(),
        "reputation_chance" => battle::reputation_chance(of, given.int("difference")?).into(),
        "disloyal_chance" => {
            let (under_him, of_nation) = (given.int("under_him")? as u32, given.int("of_nation")? as u32);
            let loyalty = given.int("loyalty_true")? as u8;
            disloyalty::disloyal_chance(of, loyalty, under_him, of_nation, given.int("morale")?).into()
        }
        "follow_chance" => {
            let (popularity, reputation) = (given.int("popularity")? as u8, given.int("reputation")? as u8);
            disloyalty::follow_chance(of, popularity, reputation, given.int("morale")?).into()
        }
        "subordinate_chance" => disloyalty::subordinate_follow_chance(of, given.int("loyalty_true")? as u8).into(),
        "execution_chance" => {
            let captor = match given.text("captor")?.as_str() {
                "civilised" => Captor::Civilised,
                "tribal" => Captor::Tribal,
                "independent" => Captor::Independents,
                other => return Err(format!("there is no captor {other}")),
            };
            captives::execution_chance(of, captor).into()
        }
        "ransom" => money(captives::ransom(of, given.int("seniority")? as u8)),
        "hidden" => {
            let mut dice = Dice::luckless().rigged("hidden_values", given.int("draw")? as i32);
            let (reputation, loyalty) = (given.int("reputation")? as u8, given.int("loyalty")? as u8);
            let (skill, loyalty_true) = setup::hidden_values(&duel()?.sc, &mut dice, GeneralId(0), reputation, loyalty);
            pairs([("skill", i64::from(skill).into()), ("loyalty_true", i64::from(loyalty_true).into())])
        }
        "leg_time" => {
            let activity = of.R45.activity_pct[given.int("activity")? as usize];
            schedule::leg_time(given.int("mp")?, given.int("multi")?, activity).into()
        }
        "leg" => leg(given, of)?,
        "land_level" => land_level(given)?,
        "land_loss_rate" => losses::land_loss_pct(of, given.int("level")?).into(),
        "sea_level" => losses::sea_level(&route(given.int("level")?), season(given)?).into(),
        "storm_chance" => losses::storm_chance(of, given.int("level")?).into(),
        "blockaded" => blockaded(given)?,
        "willingness" => {
            let (numerator, denominator) = engagement::own_needed(of, given.int("risk")? as u8, officer(given)?);
            (numerator * 10 / denominator).into()
        }
        "fights" => {
            let (risk, own, enemy) = (given.int("risk")? as u8, given.int("own")?, given.int("enemy")?);
            engagement::willing(of, own * 10, enemy * 10, 0, risk, officer(given)?).into()
        }
        "merged_orders" => {
            let orders: Vec<CombatOrders> =
                texts(&given.list("orders")?.into())?.into_iter().map(str::parse).collect::<Result<_, _>>()?;
            let merged = orders.into_iter().reduce(CombatOrders::merged).ok_or("no orders to merge")?;
            merged.to_string().into()
        }
        "fallback" => fallback(given)?,
        "evasion" => {
            let retreating = given.text("default")? == "R";
            evasion::caught_chance(of, retreating, given.int("pursuer")?, given.int("evader")?).into()
        }
        "city_lost_chance" => evasion::city_lost_chance(of, given.int("attacker")?, given.int("defender")?).into(),
        "assaults" => {
            let (risk, odds) = (given.int("risk")? as u8, given.thousandths("odds")?);
            let treachery = given.flag("treachery")?;
            let (numerator, denominator) = siege::required_odds(of, risk, officer(given)?);
            (!treachery && odds * denominator >= numerator * 1000).into()
        }
        "assault_chance" => {
            let odds = given.thousandths("odds")?;
            let (attacker_skill, defender_skill) = (given.int("attacker_skill")?, given.int("defender_skill")?);
            let (attacker_morale, defender_morale) = (given.int("attacker_morale")?, given.int("defender_morale")?);
            let (attacker, defender) = (odds, 1000);
            let odds =
                AssaultOdds { attacker, defender, attacker_skill, defender_skill, attacker_morale, defender_morale };
            siege::assault_chance(of, odds).into()
        }
        "militia" => militia(given)?,
        "endurance" => {
            let revenue = amount(given, "revenue")?.in_tenths();
            siege::endurance(of, revenue, given.int("need")?, given.flag("sea_supply")?).into()
        }
        "supply_need" => {
            let world = duel()?;
            siege::supply_need(&world.sc, &stack(&world.sc, given)?, true).into()
        }
        "surrender_chance" => {
            let odds = SurrenderOdds {
                siege_turns: given.int("turns")?,
                siege_scale: duel()?.sc.siege_scale,
                endurance: given.int("endurance")?,
                besieger: given.thousandths("ratio")?,
                garrison: 1000,
                besieger_skill: given.int("attacker_skill")?,
                garrison_skill: given.int("defender_skill")?,
                besieger_morale: given.int("attacker_morale")?,
                garrison_morale: given.int("defender_morale")?,
                treachery: given.flag("treachery")?,
                stores_lost: given.flag("stores_lost")?,
            };
            siege::surrender_chance(of, odds).into()
        }
        "combat_value" => combat_value(given)?,
        "mobility" => mobility(given)?,
        "battle" => fought(given, of)?,
        "supply_cut" => {
            let (hostile, friendly) = (given.int("hostile")?, given.int("friendly")?);
            let (theirs, ours) = (given.int("hostile_mobility")?, given.int("friendly_mobility")?);
            supply::cut_off(of, hostile, theirs, friendly, ours).into()
        }
        "availability" => {
            let (revenue, percent) = (amount(given, "revenue")?, given.int("percent")?);
            recruitment::availability(of, revenue, percent, given.int("loyalty")? as u8).into()
        }
        "muster" => {
            let (notional, secured) = (amount(given, "notional")?, amount(given, "secured")?);
            let full = muster::at_full_strength(of, given.int("units")? as u32, notional);
            let (part, whole) = muster::muster_mean(of, secured);
            if full { 0 } else { part * 1000 / whole }.into()
        }
        "desertion_rate" => {
            let (part, whole) = deserters::desertion_rate(of, given.int("morale")?, given.int("popularity")?);
            (part * 1000 / whole).into()
        }
        "revolt_chance" => {
            let garrison = given.int("garrison")?;
            let (rate, tribal) = (given.int("rate")? as u16, given.flag("tribal_owner")?);
            let (theirs, ours) = (given.flag("enemy_spies")?, given.flag("own_spies")?);
            let unrest = Unrest {
                captured: given.int("loyalty")? == 1,
                garrisoned: garrison > 0,
                garrison: garrison * 10,
                revenue: amount(given, "revenue")?,
                tax_rate: (!tribal).then_some(rate),
                enemy_spies: theirs && !ours,
                chief_dead: given.flag("cic")?,
            };
            revolts::revolt_chance(of, &unrest, duel()?.sc.revolt_scale).into()
        }
        "epidemic_chance" => {
            let (units, revenue) = (given.int("units")? as u32, amount(given, "revenue")?);
            epidemics::epidemic_chance(of, units, revenue, given.flag("besieged")?, duel()?.sc.epidemic_scale).into()
        }
        "illness_chance" => epidemics::illness_chance(of, given.int("health")? as u8).into(),
        "illness_death_chance" => epidemics::fatality_chance(of, given.int("health")? as u8).into(),
        "natural_death_chance" => epidemics::old_age_chance(of, given.int("age")? as u8).into(),
        "score" => {
            let (now, original) = (given.thousandths("now")?, given.thousandths("original")?);
            score::percent_of_start(now, original).into()
        }
        other => return Err(format!("there is no check {other}")),
    })
}

fn money(amount: Rp) -> Value {
    Value::from(amount.in_tenths() as f64 / 10.0)
}

fn amount(given: &mut Given, key: &str) -> Result<Rp, Wrong> {
    rp(&given.take(key).ok_or_else(|| format!("`given` lacks the key {key}"))?)
}

fn pairs<const N: usize>(values: [(&str, Value); N]) -> Value {
    Value::Table(values.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}

fn duel() -> Result<World, Wrong> {
    World::new(&Table::new())
}

/// NOR, SOU and TRI of `duel`.
const NOR: NationId = NationId(0);
const SOU: NationId = NationId(1);

fn stack(sc: &Scenario, given: &mut Given) -> Result<Vec<u16>, Wrong> {
    let mut stack = vec![0; sc.types.len()];
    for (name, count) in given.table("units")? {
        let kind = umpire::orders::lookup::find_type(sc, &name).map_err(|refusal| refusal.detail)?;
        stack[kind.index()] = whole(&count)?;
    }
    Ok(stack)
}

/// UM-R77, on a stack of as many types as there are numbers.
fn spread(given: &mut Given) -> Result<Value, Wrong> {
    let World { sc, mut st } = duel()?;
    let place = ProvinceId(1);
    let counts: Vec<u16> = given.list("stacks")?.iter().map(whole).collect::<Result<_, _>>()?;
    let kinds: Vec<TypeId> = sc.type_ids().filter(|&kind| !sc.unit(kind).is_fleet()).take(counts.len()).collect();
    for (kind, count) in kinds.iter().zip(&counts) {
        st.stacks.add(place, NOR, *kind, *count);
    }
    let losses = given.int("losses")? as u32;
    let mut dice = Dice::luckless();
    Turn::new(&sc, &mut st, &mut dice).spread_losses(place, Factions::one(NOR), Arm::Land, losses);
    let lost = kinds.iter().zip(&counts).map(|(&kind, count)| i64::from(count - st.stacks.count(place, NOR, kind)));
    Ok(Value::Array(lost.map(Value::from).collect()))
}

fn facts(sc: &Scenario) -> Value {
    let kinds = |fleet: bool| -> Value {
        let of_arm = sc.types.iter().filter(|kind| kind.is_fleet() == fleet);
        Value::Array(of_arm.map(|kind| kind.id.to_string().into()).collect())
    };
    let count = |civilised: bool| sc.nation_ids().filter(|&id| sc.is_civilised(id) == civilised).count() as i64;
    pairs([
        ("provinces", (sc.provinces.len() as i64).into()),
        ("nations", (sc.nations.len() as i64).into()),
        ("civilised", count(true).into()),
        ("tribal", count(false).into()),
        ("turns_per_year", (sc.turns.len() as i64).into()),
        ("end_turn", i64::from(sc.end_turn).into()),
        ("local_revolts", sc.local_revolts.into()),
        ("naval_blockade", sc.naval_blockade.into()),
        ("fleet", kinds(true)),
        ("army", kinds(false)),
        ("spy", Value::Array(vec![sc.spy.to_string().into()])),
    ])
}

/// UM-5.3 among three nations called A, B and C.
fn enmity(given: &mut Given) -> Result<Value, Wrong> {
    let World { sc, mut st } = duel()?;
    let letters = ["A", "B", "C"];
    let id =
        |letter: &str| letters.iter().position(|known| *known == letter).map(NationId::at).ok_or("A, B and C only");
    for (nation, list) in given.table("lists")? {
        st.nation_mut(id(&nation)?).declared = texts(&list)?.into_iter().map(id).collect::<Result<Factions, &str>>()?;
    }
    let all = || sc.nation_ids();
    let pairs = all().flat_map(|one| all().map(move |other| (one, other))).filter(|(one, other)| one < other);
    let hostile = pairs.filter(|&(one, other)| st.enemies(&sc, one, other));
    let names = hostile.map(|(one, other)| format!("{}-{}", letters[one.index()], letters[other.index()]).into());
    Ok(Value::Array(names.collect()))
}

fn taxable(given: &mut Given, of: &Constants) -> Result<Rp, Wrong> {
    let revenue = amount(given, "revenue")?;
    Ok(taxes::taxable(of, revenue, given.int("hostile")? as u32, given.flag("capital")?))
}

fn normal_revenue(given: &mut Given) -> Result<Value, Wrong> {
    let World { sc, mut st } = duel()?;
    let place = ProvinceId(4);
    let owner = match given.text("owner")?.as_str() {
        "civilised" => NOR,
        "tribal" => NationId(2),
        other => return Err(format!("there is no owner {other}")),
    };
    let province = st.province_mut(place);
    province.owner = owner;
    province.rev_current = amount(given, "revenue")?;
    province.ever_had_city = given.flag("ever_had_city")?;
    Ok(money(st.normal_revenue(&sc, place)))
}

fn improvement(given: &mut Given) -> Result<Value, Wrong> {
    let World { sc, mut st } = World::new(&toml::toml! { at = "March" })?;
    let place = ProvinceId(1);
    let points = given.int("points")? as u16;
    let province = st.province_mut(place);
    province.rev_original = amount(given, "original")?;
    province.rev_current = amount(given, "current")?;
    province.pending = amount(given, "pending")?;
    st.nation_mut(NOR).treasury = Rp::whole(99);
    let granted = OrderContext::new(&sc, &st, NOR)
        .permit::<ImproveCity>(&Improvement { province: place, points })
        .map_or(0, |permission| permission.part());
    let before = st.nation(NOR).treasury;
    economy::effect_of_improving(&sc, &mut st, NOR, place, granted);
    let province = st.province(place);
    Ok(pairs([
        ("points", i64::from(granted).into()),
        ("cost", money(before - st.nation(NOR).treasury)),
        ("revenue", money(province.rev_current + province.pending + province.bought)),
    ]))
}

fn conversion_cost(given: &mut Given) -> Result<Value, Wrong> {
    let count = given.int("count")?;
    let mut world = World::new(&toml::toml! { at = "March" })?;
    let [from, to] = [world.kind("LEV")?, world.kind("FOO")?];
    let place = ProvinceId(1);
    world.st.stacks.add(place, NOR, from, count as u16);
    let before = world.st.nation(NOR).treasury;
    economy::effect_of_converting(&world.sc, &mut world.st, NOR, place, [from, to], count as u16, false);
    Ok(money(before - world.st.nation(NOR).treasury))
}

fn morale_of(given: &mut Given) -> Result<Value, Wrong> {
    let World { sc, mut st } = duel()?;
    let nation = if given.flag("tribal")? { NationId(2) } else { NOR };
    let (treasury, upkeep) = (amount(given, "treasury")?, amount(given, "upkeep")?);
    // Pay to the half point: so many units, and a network for the half.
    let units = upkeep.in_tenths() / 10;
    st.stacks.add(ProvinceId(1), nation, TypeId(3), units as u16);
    if upkeep.in_tenths() % 10 == 5 {
        st.province_mut(ProvinceId(1)).spies.add(nation);
    }
    if given.flag("capital_lost")? {
        let capital = st.nation(nation).capital;
        st.province_mut(capital).owner = sc.ind();
    }
    let now = st.nation_mut(nation);
    now.treasury = treasury;
    (now.shock, now.face) = (given.int("cic")?, given.int("face")?);
    let mut dice = Dice::luckless();
    morale::calculate(&mut Turn::new(&sc, &mut st, &mut dice));
    Ok(st.nation(nation).morale.into())
}

/// Who commands: of an arm in battle, of all on the march.
fn commander(given: &mut Given) -> Result<Value, Wrong> {
    let mut world = duel()?;
    let place = ProvinceId(1);
    for general in &mut world.st.generals {
        general.province = ProvinceId(0);
    }
    let mut present = Vec::new();
    for entry in given.list("generals")? {
        let mut entry = Given::new(table("general", &entry)?);
        let id = world.general(&entry.text("name")?)?;
        let general = world.st.general_mut(id);
        general.province = place;
        general.arm = arm(&entry.text("arm")?)?;
        general.seniority = entry.int("seniority")? as u8;
        general.reputation = entry.int("reputation")? as u8;
        general.age = entry.int("age")? as u8;
        entry.finish()?;
        present.push(id);
    }
    let World { sc, st } = &mut world;
    let chosen = match given.take("arm") {
        None => st.senior(present),
        Some(value) => {
            let arm = arm(value.as_str().unwrap_or_default())?;
            let mut dice = Dice::luckless();
            let mut turn = Turn::new(sc, st, &mut dice);
            engagement::commander(&mut turn, place, arm, Factions::one(NOR), 0).id
        }
    };
    Ok(chosen.map_or("an unnamed officer".to_owned(), |id| st.captain(sc, id).to_string()).into())
}

/// A named officer of given activity and skill, or an unnamed one.
fn officer(given: &mut Given) -> Result<Commander, Wrong> {
    let (activity, skill) = (given.int_or("activity", -1)?, given.int_or("skill", -1)?);
    match (activity, skill) {
        (-1, -1) => Ok(Commander { id: None, skill: 2, activity: 3 }),
        (0..=7, 0..=7) => Ok(Commander { id: Some(GeneralId(0)), skill, activity }),
        _ => Err("activity and skill come together".to_owned()),
    }
}

fn leg(given: &mut Given, of: &Constants) -> Result<Value, Wrong> {
    let (multi, single) = (given.int("multi")?, given.int("single")?);
    let (mp, used) = (given.int("mp")?, given.int("used")?);
    let activity = of.R45.activity_pct[given.int("activity")? as usize];
    let mut kind = duel()?.sc.types.swap_remove(3);
    (kind.multi, kind.single) = (multi, Some(single));
    let said = if mp > kind.longest_stage() {
        "impassable"
    } else {
        match schedule::leg_end(of, mp, (multi, single), activity, used) {
            None => "too far",
            Some(end) if end == used + schedule::leg_time(mp, multi, activity) => "walks",
            Some(_) => "single",
        }
    };
    Ok(said.into())
}

fn route(attrition: i64) -> Route {
    Route { a: ProvinceId(1), b: ProvinceId(6), mode: kernel::map::Mode::Land, mp: 3, attrition }
}

fn season(given: &mut Given) -> Result<Season, Wrong> {
    match given.text("season")?.as_str() {
        "spring" => Ok(Season::Spring),
        "summer" => Ok(Season::Summer),
        "autumn" => Ok(Season::Autumn),
        "winter" => Ok(Season::Winter),
        other => Err(format!("there is no season {other}")),
    }
}

/// The level that counts on the road from Alba to Vale.
fn land_level(given: &mut Given) -> Result<Value, Wrong> {
    let World { sc, mut st } = duel()?;
    let route = route(given.int("level")?);
    if given.flag("owns_both_ends")? {
        st.province_mut(route.b).owner = NOR;
    }
    if given.flag("hostile_at_an_end")? {
        st.stacks.add(route.b, SOU, TypeId(3), 1);
    }
    let level = losses::land_level(&route, season(given)?);
    let mut dice = Dice::luckless();
    let turn = Turn::new(&sc, &mut st, &mut dice);
    let counts = losses::land_attrition_applies(&turn, NOR, route.a, route.b);
    Ok(if counts { level } else { 0 }.into())
}

/// Whether the port of Brek is closed to NOR, besieged there by SOU.
fn blockaded(given: &mut Given) -> Result<Value, Wrong> {
    let mut patch = toml::toml! {
        [units.NOR.Brek]
        FOO = 1
        [units.SOU.Brek]
        FOO = 6
        [siege.Brek]
        by = ["SOU"]
        turns = 1
    };
    patch.insert("naval_blockade".to_owned(), given.flag("switch")?.into());
    let World { sc, mut st } = World::new(&patch)?;
    let place = ProvinceId(2);
    st.stacks.add(place, SOU, TypeId(0), given.int("besieging")? as u16);
    st.stacks.add(place, NOR, TypeId(0), given.int("besieged")? as u16);
    Ok(umpire::rules::conflict::blockaded(&sc, &st, place, NOR).into())
}

fn fallback(given: &mut Given) -> Result<Value, Wrong> {
    let default = match given.text("default")?.as_str() {
        "M" => DefaultAction::Manoeuvre,
        "R" => DefaultAction::Retreat,
        "D" => DefaultAction::Defend,
        other => return Err(format!("there is no default action {other}")),
    };
    let (city, own) = (given.text("city")?, given.flag("own_city")?);
    let stands = engagement::fallback(default, city == "intact" && own, given.flag("route")?);
    let letter = match stands {
        DefaultAction::Manoeuvre => "M",
        DefaultAction::Retreat => "R",
        DefaultAction::Defend => "D",
    };
    Ok(letter.into())
}

fn militia(given: &mut Given) -> Result<Value, Wrong> {
    let World { sc, mut st } = duel()?;
    let place = ProvinceId(1);
    let province = st.province_mut(place);
    province.rev_current = amount(given, "revenue")?;
    province.loyalty = given.int("loyalty")? as u8;
    Ok(Value::from(strength::militia_tenths(&sc, &st, place) as f64 / 10.0))
}

fn terrain(sc: &Scenario, given: &mut Given) -> Result<usize, Wrong> {
    let name = given.text("terrain")?;
    sc.terrains.iter().position(|known| known.as_str() == name).ok_or(format!("there is no terrain {name}"))
}

fn combat_value(given: &mut Given) -> Result<Value, Wrong> {
    let sc = duel()?.sc;
    let (terrain, stack) = (terrain(&sc, given)?, stack(&sc, given)?);
    let tenths = match given.text("situation")?.as_str() {
        "sea" => strength::sea_value(&sc, &stack),
        "land" => strength::land_value(&sc, &stack, terrain),
        "assault" => strength::assault_value(&sc, &stack, true),
        "siege" => strength::siege_value(&sc, &stack, true),
        other => return Err(format!("there is no situation {other}")),
    };
    Ok(Value::from(tenths as f64 / 10.0))
}

fn mobility(given: &mut Given) -> Result<Value, Wrong> {
    let World { sc, mut st } = duel()?;
    let (terrain, stack) = (terrain(&sc, given)?, stack(&sc, given)?);
    let place = sc.province_ids().find(|&id| sc.province(id).terrain == terrain).ok_or("no province has it")?;
    for (kind, count) in sc.type_ids().zip(stack) {
        st.stacks.set(place, NOR, kind, count);
    }
    Ok(strength::mobility(&sc, &st, place, Factions::one(NOR), Arm::Land).into())
}

fn fought(given: &mut Given, of: &Constants) -> Result<Value, Wrong> {
    let (cv, skill) = (given.pair("cv")?, given.pair("skill")?);
    let (morale, luck) = (given.pair("morale")?, given.pair("luck")?);
    let [first_mobility, second_mobility] = given.pair("mobility")?;
    let value = |side: usize| battle::effective(of, cv[side] * 10 * morale[side], skill[side], luck[side]);
    let margin = battle::battle_margin(of, value(0), value(1), first_mobility, second_mobility);
    let (winner, rate) = match (margin.indecisive, margin.first_wins) {
        (true, _) => (-1, 0),
        (false, true) => (0, battle::loser_rate(of, margin.decisive)),
        (false, false) => (1, battle::loser_rate(of, margin.decisive)),
    };
    Ok(pairs([
        ("winner", winner.into()),
        ("difference", margin.difference.into()),
        ("pursued", margin.decisive.into()),
        ("loser_rate", rate.into()),
    ]))
}
