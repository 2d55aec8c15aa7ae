//! The naval phase: what is at sea comes home before it is lost, and whoever is aboard goes ashore (ER-11.20).

use super::Hand;
use crate::ids::HexId;
use crate::map;
use crate::names;
use crate::orders::Order;
use crate::relations;
use crate::state::{Fleet, FleetStatus};

/// Ports so near, in hexes, are tried.
const NEAR: u32 = 24;

pub(super) fn sail(hand: &mut Hand<'_, '_>) {
    let st = hand.st;
    for fleet in st.fleets.iter().filter(|fleet| fleet.status == FleetStatus::AtSea && !fleet.stopped) {
        if hand.own.has(fleet.id.power) {
            home(hand, fleet);
        }
    }
}

fn home(hand: &mut Hand<'_, '_>, fleet: &Fleet) {
    let (power, name) = (hand.code(fleet.id.power), names::fleet(hand.sc, fleet.id));
    if !fleet.cargo.bands.is_empty() {
        let (power, fleet) = (power.clone(), name.clone());
        let ashore = Order::DisembarkUnits { power, fleet, units: Vec::new(), leaders: Vec::new(), invade: false };
        if hand.give(ashore) {
            return;
        }
    }
    if hand.give(Order::AnchorFleet { power: power.clone(), fleet: name.clone() }) {
        return;
    }
    if let Some(port) = port(hand, fleet) {
        hand.give(Order::FollowTrack { power, force: name, to: vec![port.to_string()], invade: false });
    }
}

/// The nearest friendly port that nobody besieges.
fn port(hand: &Hand<'_, '_>, fleet: &Fleet) -> Option<HexId> {
    let (sc, st) = (hand.sc, hand.st);
    let friendly = |city: &crate::ids::CityId| {
        sc.city(*city).port
            && relations::friendly(sc, st, fleet.id.power, st.city(*city).controller)
            && !relations::port_besieged(sc, st, *city)
    };
    let far = |hex: HexId| map::distance(fleet.hex, hex);
    let ports = sc.city_ids().filter(|city| far(sc.city(*city).hex) <= NEAR).filter(friendly);
    ports.map(|city| sc.city(city).hex).min_by_key(|&hex| (far(hex), hex))
}
