//! How spaces are reached: borders, straits and the fleets that bridge them, waters and landings (HW-23, HW-24).

use crate::model::ids::{Defence, EmpireId, LandId, Lands, PlayerId, Space, WaterId, Waters, Works};
use crate::model::scenario::{Board, BorderKind};
use crate::model::state::{Career, Phase, Stage, State};

/// Who goes where: an empire of a player with its fleets.
#[derive(Clone, Copy, Debug)]
pub struct Explorer<'a> {
    board: &'a Board,
    st: &'a State,
    player: PlayerId,
    navigation: Waters,
    /// Lands that the empire holds.
    pub base: Lands,
}

/// One way into a space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Way {
    /// The Land or water it leads from.
    pub via: Space,
    /// Whether it meets Difficult Terrain (HW-6.2, HW-6.7, HW-23.7).
    pub difficult: bool,
}

/// A space that a force may enter now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reach {
    /// The space.
    pub space: Space,
    /// The easiest way in.
    pub via: Space,
    /// Armies or fleets to be removed; 0 where no fight is needed.
    pub defenders: u8,
    /// What protects them over that way; plain where no fight is needed.
    pub defence: Defence,
}

impl<'a> Explorer<'a> {
    /// The empire of the turn under way.
    pub fn new(board: &'a Board, st: &'a State, player: PlayerId, empire: EmpireId) -> Self {
        let navigation = board.empires.get(empire.index()).map_or(Waters::NONE, |empire| empire.navigation);
        Self { board, st, player, navigation, base: st.base(player, empire) }
    }

    /// Waters in which the player has fleets that the empire can use (HW-24.5).
    fn usable_waters(&self) -> Waters {
        self.navigation.iter().filter(|water| self.st.fleets_of(self.player, *water) > 0).collect()
    }

    /// Usable waters that armies of the empire can embark on, directly or along a chain (HW-24.6).
    pub fn sea_lanes(&self) -> Waters {
        let usable = self.usable_waters();
        let embark = |water: &WaterId| !self.board.water(*water).coasts.and(self.base).is_empty();
        let mut lanes: Waters = usable.iter().filter(embark).collect();
        loop {
            let next = lanes.iter().fold(lanes, |all, water| all.or(self.board.water(water).neighbours.and(usable)));
            if next == lanes {
                return lanes;
            }
            lanes = next;
        }
    }

    /// All ways into a Land, Lands before waters, each in the order of the board.
    pub fn into_land(&self, to: LandId, lanes: Waters) -> Vec<Way> {
        let mut ways: Vec<Way> = Vec::new();
        for border in &self.board.land(to).borders {
            if border.kind == BorderKind::BarbarianOnly || !self.base.has(border.to) {
                continue;
            }
            let Some(inward) = self.board.border(border.to, to) else { continue };
            let bridged = inward.bridged_by.iter().any(|water| self.st.fleets_of(self.player, water) > 0);
            let difficult = match inward.kind {
                // HW-23.8, HW-R28.
                BorderKind::Strait => !bridged,
                _ => inward.difficult,
            };
            ways.push(Way { via: Space::Land(border.to), difficult });
        }
        let by_sea = self.board.land(to).coasts.and(lanes).iter();
        ways.extend(by_sea.map(|water| Way { via: Space::Water(water), difficult: true }));
        ways
    }

    /// All ways into a water (HW-24.4); none into one that the empire cannot navigate.
    pub fn into_water(&self, to: WaterId) -> Vec<Space> {
        let water = self.board.water(to);
        if !water.fleets || !self.navigation.has(to) {
            return Vec::new();
        }
        let coasts = water.coasts.and(self.base).iter().map(Space::Land);
        coasts.chain(water.neighbours.and(self.usable_waters()).iter().map(Space::Water)).collect()
    }

    /// Whether the empire's fleets may enter a water at all.
    pub fn navigates(&self, water: WaterId) -> bool {
        self.navigation.has(water)
    }
}

/// The works that count against an attack on a Land (HW-8.8, HW-R19).
pub fn effective_works(st: &State, career: &Career, land: LandId) -> Works {
    if career.cards.siegecraft || career.surprised.has(land) { Works::None } else { st.land(land).works }
}

/// The defence value of a Land entered over a way (HW-6, HW-R26).
pub fn defence(st: &State, career: &Career, land: LandId, way: Way) -> Defence {
    Defence::of(way.difficult && !career.surprised.has(land), effective_works(st, career, land))
}

/// The way with the lowest defence, the first of those that are equal.
pub fn easiest(st: &State, career: &Career, land: LandId, ways: &[Way]) -> Option<Way> {
    ways.iter().copied().min_by_key(|way| defence(st, career, land, *way).rank())
}

/// Everything that the empire of the turn under way may enter now, Lands before waters, in the order of the board.
pub fn reach(board: &Board, st: &State) -> Vec<Reach> {
    let Stage::Turn(turn) = &st.stage else { return Vec::new() };
    if turn.phase != Phase::Expansion {
        return Vec::new();
    }
    let (player, career) = (turn.player, &turn.career);
    let explorer = Explorer::new(board, st, player, career.empire);
    let lanes = explorer.sea_lanes();
    let near = explorer.base.iter().flat_map(|land| board.land(land).borders.iter().map(|border| border.to));
    let shores = lanes.iter().fold(Lands::NONE, |all, water| all.or(board.water(water).coasts));
    let candidates = near.collect::<Lands>().or(shores).and(board.usable).without(explorer.base);
    let mut reach = Vec::new();
    for land in candidates.iter() {
        let ways = explorer.into_land(land, lanes);
        let Some(way) = easiest(st, career, land, &ways) else { continue };
        let army = st.land(land).army.filter(|army| !army.owner.is(player) && !career.open_lands.has(land));
        let (defenders, value) = army.map_or((0, Defence::PLAIN), |army| (army.armies, defence(st, career, land, way)));
        reach.push(Reach { space: Space::Land(land), via: way.via, defenders, defence: value });
    }
    for water in board.water_ids() {
        let Some(via) = explorer.into_water(water).first().copied() else { continue };
        let info = board.water(water);
        let full = info.most_fleets.is_some_and(|most| st.fleets_of(player, water) >= most);
        if full {
            continue;
        }
        let defenders = if info.sea { st.enemy_fleets(player, water) } else { 0 };
        reach.push(Reach { space: Space::Water(water), via, defenders, defence: Defence::PLAIN });
    }
    reach
}
