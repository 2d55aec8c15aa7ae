//! The view of a family's knowledge: it reads nothing else.

use std::collections::BTreeMap;

use super::sight::band;
use super::view::{
    BandView, CollectorView, ElectionView, FamilyView, InterceptionView, LocationView, OfferView, OtherView,
    PermissionView, PersonaView, PlaceView, ReportView, RoadView, SiegeView, TitleView, TowerView, View, WareView,
};
use super::{Insight, Knowledge};
use crate::model::affairs::Whom;
use crate::model::asset::Asset;
use crate::model::board::Ware;
use crate::model::ids::{FamilyId, Holder, LocationId, Name, PersonaId, TitleId};
use crate::model::location::{LocalOffice, TowerOwner};
use crate::model::measures::Point;
use crate::model::persona::{Assets, Office, Place, Side};
use crate::model::scenario::Scenario;
use crate::model::ships::Ship;
use crate::model::skills::Skill;
use crate::model::state::State;
use crate::rules::church::posts::seat_of;
use crate::rules::conflict::control::controller;
use crate::rules::elections::suffrage;
use crate::rules::month::Month;
use crate::rules::movement::load::{Carriage, Load};
use crate::rules::movement::range::{Conditions, is_winter, range};
use crate::rules::places::{has_ingress, is_besieged, is_denied_egress, tower_of};
use crate::rules::titles::{is_prelate, rank_of, title_of};

/// What the wire shows of a family's knowledge.
pub fn view(sc: &Scenario, knowledge: &Knowledge) -> View {
    let it = Renderer { sc, st: &knowledge.state, family: knowledge.family };
    let st = &knowledge.state;
    let own = st.family(knowledge.family);
    let others = st.living().filter(|(_, other)| other.family != knowledge.family);
    let titles = (0..st.titles.len()).map(TitleId::at);
    View {
        family: it.key(knowledge.family),
        turn: st.turn.0,
        date: sc.date(st.turn).to_string(),
        action_budget: Some(st.action_budget).filter(|most| *most > 0),
        religion: own.religion.key().into(),
        citizen_of: it.location_name(sc.family(knowledge.family).citizen_of),
        personae: own.personae.iter().filter(|id| st.persona(**id).alive).map(|id| it.persona(*id)).collect(),
        locations: sc.board.location_ids().map(|id| it.location(id, knowledge.seen.get(&id).copied())).collect(),
        others: others.map(|(id, _)| it.other(id)).collect(),
        families: sc.family_ids().map(|id| it.family(id)).collect(),
        titles: titles.map(|title| it.title_view(title)).collect(),
        elections: it.elections(),
        offers: st
            .offers
            .iter()
            .map(|offer| OfferView {
                office: it.office(offer.office),
                persona: it.name(offer.persona),
                until: offer.until.0,
            })
            .collect(),
        sieges: st
            .sieges
            .iter()
            .map(|siege| SiegeView {
                besieger: it.name(siege.besieger),
                location: it.location_name(siege.location),
                tower: siege.tower.map(|owner| it.owner(owner)),
                from: siege.from.0,
            })
            .collect(),
        interceptions: st.interceptions.iter().map(|order| it.interception(order.persona, &order.whom)).collect(),
        bombardments: st.bombardments.iter().map(|order| it.interception(order.persona, &order.whom)).collect(),
        collectors: st
            .collectors
            .iter()
            .map(|collector| CollectorView {
                due: collector.due.key().into(),
                location: it.location_name(collector.location),
                persona: it.name(collector.persona),
                turn: collector.turn.0,
            })
            .collect(),
        permissions: st
            .permissions
            .iter()
            .map(|leave| PermissionView {
                owner: it.name(leave.owner),
                guest: it.name(leave.guest),
                turn: leave.turn.0,
            })
            .collect(),
        roads: st
            .roads
            .iter()
            .map(|road| RoadView {
                from: it.location_name(road.a),
                to: it.location_name(road.b),
                length: road.length.to_string(),
            })
            .collect(),
        soundings: own.soundings.iter().map(|(id, feet)| (it.location_name(*id).to_string(), *feet)).collect(),
        ended: st.ended.as_ref().map(|ranking| ranking.iter().map(|family| it.key(*family)).collect()),
    }
}

/// Who is shown the state.
struct Renderer<'a> {
    sc: &'a Scenario,
    st: &'a State,
    family: FamilyId,
}

/// Men and goods by key; money is told apart.
fn things(assets: &Assets) -> BTreeMap<String, u32> {
    assets
        .iter()
        .filter(|(asset, _)| *asset != Asset::Ducats)
        .map(|(asset, count)| (asset.key().to_owned(), count))
        .collect()
}

impl Renderer<'_> {
    fn key(&self, family: FamilyId) -> Name {
        self.sc.family(family).key.clone()
    }

    fn name(&self, id: PersonaId) -> Name {
        self.st.name_of(self.sc, id).into()
    }

    fn location_name(&self, id: LocationId) -> Name {
        self.sc.board.location(id).name.clone()
    }

    fn title(&self, id: TitleId) -> Name {
        self.st.title_record(self.sc, id).name.clone()
    }

    fn office(&self, office: Office) -> String {
        match office {
            Office::Title(title) => self.title(title).to_string(),
            Office::Cardinal => "cardinal".into(),
            Office::Magistrate(location) => format!("magistrate of {}", self.location_name(location)),
        }
    }

    fn owner(&self, owner: TowerOwner) -> String {
        match owner {
            TowerOwner::Family(family) => self.key(family).to_string(),
            TowerOwner::Office(office) => office.key().into(),
        }
    }

    fn place(&self, id: PersonaId) -> PlaceView {
        let place = self.st.persona(id).place;
        let aboard = match place {
            Place::With(owner) => Some(self.name(owner)),
            Place::At(..) | Place::Water(_) => None,
        };
        let in_fact = super::sight::whereabouts(self.st, id);
        let point: Point = match in_fact {
            Place::At(location, _) => self.sc.board.location(location).point,
            Place::Water(point) => point,
            Place::With(_) => Point::default(),
        };
        let words = match (in_fact, &aboard) {
            (_, Some(owner)) => format!("aboard the ships of {owner}"),
            (Place::At(location, Side::Inside), None) => format!("inside {}", self.location_name(location)),
            (Place::At(location, Side::Outside), None) => format!("outside {}", self.location_name(location)),
            (Place::Water(point), None) => format!("at sea, {point}"),
            (Place::With(_), None) => String::new(),
        };
        PlaceView {
            words,
            location: in_fact.location().map(|location| self.location_name(location)),
            inside: in_fact.is_inside(),
            tower: tower_of(self.sc, self.st, id).map(|owner| self.owner(owner)),
            aboard,
            lat: point.lat,
            lon: point.lon,
        }
    }

    fn persona(&self, id: PersonaId) -> PersonaView {
        let (sc, st) = (self.sc, self.st);
        let it = st.persona(id);
        let figures = &sc.rulings.movement;
        let place = self.place(id);
        let point = Point { lat: place.lat, lon: place.lon };
        let (land, water) =
            (Load::of(figures, &it.assets, Carriage::Land), Load::of(figures, &it.assets, Carriage::Water));
        let winter = is_winter(figures, sc.month(st.turn), &[point]);
        let conditions = Conditions { winter, open_water: place.location.is_none(), ..Conditions::default() };
        PersonaView {
            id: id.0,
            name: self.name(id),
            sex: it.sex.key().into(),
            place,
            popularity: it.popularity.get(),
            piety: it.piety.get(),
            morale: it.morale.get(),
            skills: it.skills.iter().map(|(skill, rating)| (skill.key().to_owned(), rating.get())).collect(),
            rank: rank_of(sc, st, id),
            titles: st.titles_of(id).map(|title| self.title(title)).collect(),
            offices: self.offices(id),
            money: it.assets.money.in_hundredths(),
            things: things(&it.assets),
            load: land.cargo.div_ceil(4),
            land_capacity: land.capacity / 4,
            ship_capacity: water.capacity / 4,
            range: if it.assets.has_ships() { range(figures, it, conditions) } else { 0 },
            allies: it.allies.iter().map(|family| self.key(*family)).collect(),
            bonus_city: it.bonus_city.map(|city| self.location_name(city)),
            stays_outside_towers: it.stay_outside_towers,
            alms: it.alms,
            raised: it.raised,
        }
    }

    fn offices(&self, id: PersonaId) -> Vec<String> {
        let hat = self.st.persona(id).cardinal.then(|| self.office(Office::Cardinal));
        let sits = |location: &LocationId| self.st.location(*location).magistrate == Holder::Persona(id);
        let magistracies = self.sc.board.location_ids().filter(sits);
        hat.into_iter().chain(magistracies.map(|location| self.office(Office::Magistrate(location)))).collect()
    }

    fn band_of(&self, men: u32) -> BandView {
        let least = band(self.sc, men);
        let above = self.sc.rulings.visibility.bands.iter().copied().find(|next| *next > least);
        BandView { least, most: above.map(|next| next - 1) }
    }

    fn other(&self, id: PersonaId) -> OtherView {
        let (sc, st) = (self.sc, self.st);
        let it = st.persona(id);
        let seen = it.place != Place::UNKNOWN;
        let clergy = it.cardinal || is_prelate(sc, st, id);
        let ships = Ship::ALL.iter().map(|ship| (ship.good().key().to_owned(), it.assets.goods.ships(*ship)));
        OtherView {
            id: id.0,
            name: self.name(id),
            family: self.key(it.family),
            sex: it.sex.key().into(),
            popularity: it.popularity.get(),
            rank: rank_of(sc, st, id),
            titles: st.titles_of(id).map(|title| self.title(title)).collect(),
            cardinal: it.cardinal,
            piety: clergy.then(|| it.piety.get()),
            sermonizing: clergy.then(|| it.skills.of(Skill::Sermonizing).get()),
            place: seen.then(|| self.place(id)),
            strength: seen.then(|| self.band_of(it.assets.troops.men())),
            ships: ships.filter(|(_, count)| *count > 0).collect(),
        }
    }

    fn family(&self, id: FamilyId) -> FamilyView {
        let religion = self.st.family(id).religion.key().into();
        FamilyView { family: self.key(id), name: self.sc.family(id).name.clone(), religion }
    }

    fn title_view(&self, id: TitleId) -> TitleView {
        let (stands, record) = (self.st.title(id), self.st.title_record(self.sc, id));
        let holder = match stands.holder {
            Holder::Vacant => None,
            Holder::NonPlayer if stands.renewed => Some(Name::from("somebody else")),
            Holder::NonPlayer => Some(record.non_player.name.clone()),
            Holder::Persona(persona) => Some(self.name(persona)),
        };
        TitleView {
            title: record.name.clone(),
            kind: record.kind.key().into(),
            rank: record.rank,
            holder,
            family: stands.holder.persona().map(|persona| self.key(self.st.persona(persona).family)),
        }
    }

    fn elections(&self) -> Vec<ElectionView> {
        let (sc, st) = (self.sc, self.st);
        let month = Month::begin(st);
        let today = suffrage::today(sc, st).into_iter().map(|office| (office, st.turn));
        let later = st.elections.iter().filter(|it| it.turn > st.turn).map(|it| (Office::Title(it.title), it.turn));
        let own = &st.family(self.family).personae;
        let election = |(office, turn): (Office, crate::model::calendar::Turn)| {
            let votes = |id: &&PersonaId| {
                let electorate = suffrage::electorate(sc, st, office);
                turn == st.turn && electorate.is_some_and(|it| suffrage::seats_voted_by(sc, st, &month, **id, it) > 0)
            };
            let seat = match office {
                Office::Title(title) => seat_of(sc, st, title),
                Office::Magistrate(location) => Some(location),
                Office::Cardinal => None,
            };
            ElectionView {
                office: self.office(office),
                seat: seat.map(|seat| self.location_name(seat)),
                turn: turn.0,
                voters: own.iter().filter(votes).map(|id| self.name(*id)).collect(),
            }
        };
        today.chain(later).map(election).collect()
    }

    fn interception(&self, persona: PersonaId, whom: &Whom) -> InterceptionView {
        let families = match whom {
            Whom::All => None,
            Whom::Families(families) => Some(families.iter().map(|family| self.key(*family)).collect()),
        };
        InterceptionView { persona: self.name(persona), families }
    }

    fn location(&self, id: LocationId, insight: Option<Insight>) -> LocationView {
        let (sc, st) = (self.sc, self.st);
        let here = st.location(id);
        let title = |title: Option<TitleId>| title.map(|title| self.title(title));
        LocationView {
            location: self.location_name(id),
            published: here.published,
            sovereign: title(here.sovereign),
            feudatory: title(here.feudatory),
            tenant: title(here.tenant),
            bishop: title(title_of(sc, st, id, LocalOffice::Bishop)),
            control: controller(sc, st, id).map(|persona| self.name(persona)),
            magistrate: here.magistrate.persona().map(|persona| self.name(persona)),
            selection: here.selection.key().into(),
            port: here.depth > 0,
            besieged: is_besieged(st, id),
            ingress: has_ingress(st, self.family, id),
            egress_denied: is_denied_egress(st, self.family, id),
            report: insight.map(|insight| Box::new(self.report(id, insight))),
        }
    }

    fn report(&self, id: LocationId, insight: Insight) -> ReportView {
        let here = self.st.location(id);
        let record = self.sc.board.location(id);
        let keys = |families: &[FamilyId]| families.iter().map(|family| self.key(*family)).collect::<Vec<_>>();
        let supply = record.supply.iter().zip(&here.supply).map(|(record, quota)| {
            let ware = match record.ware {
                Ware::Good(good) => good.key(),
                Ware::Mercenaries(troop) => troop.key(),
            };
            WareView { ware: ware.into(), units: quota.quantity, price: quota.price }
        });
        let demand = record.demand.iter().zip(&here.demand).map(|(record, quota)| WareView {
            ware: record.class.key().into(),
            units: quota.quantity,
            price: quota.price,
        });
        let towers = here.towers.iter().map(|tower| TowerView {
            owner: self.owner(tower.owner),
            fas: tower.fas.get(),
            garrison: tower.garrison,
        });
        let garrison = match insight {
            Insight::Inside => BandView { least: here.garrison, most: Some(here.garrison) },
            Insight::Outside => self.band_of(here.garrison),
        };
        ReportView {
            inside: insight == Insight::Inside,
            population: here.population,
            wealth: here.wealth.get(),
            loyalty: here.loyalty.get(),
            far: here.far.get(),
            fas: here.fas.get(),
            garrison,
            import_tariff: here.import_tariff,
            export_tariff: here.export_tariff,
            market_open: here.market_open,
            supply: supply.collect(),
            demand: demand.collect(),
            ingress: keys(&here.ingress),
            egress_denied: keys(&here.egress_denied),
            market_rights: keys(&here.market_rights),
            waiting: here.waiting.iter().map(|(family, _)| self.key(*family)).collect(),
            recruits: here.recruits,
            towers: towers.collect(),
        }
    }
}
