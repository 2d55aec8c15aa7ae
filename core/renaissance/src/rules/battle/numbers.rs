//! The tables of the battle chapters. What our rulings set is in `data/rulings.toml`.

use super::men::Target;

/// Falconets that count as a cannon (RN-64.8).
pub const FALCONETS_A_CANNON: u64 = 10;
/// Cannons that a cannon destroys at gunnery 500, in tenths (RN-64.8).
pub const GUNS_BY_GUN_TENTHS: u64 = 2;
/// The gunnery that the rates of RN-64.8 and RN-64.9 are made for.
pub const GUNNERY_UNIT: u64 = 500;
/// The morale that rates per man are made for.
pub const MORALE_UNIT: u64 = 1000;
/// The morale at which a man in a town would inflict one casualty a stage (RN-65.3).
pub const URBAN_MORALE_UNIT: u64 = 10_000;
/// The share of the infantry that L, C and R each need, in hundredths (RN-64.3).
pub const LEAST_INFANTRY_PERCENT: u64 = 20;
/// The share of all men that L, C and R each need, in hundredths (RN-64.3).
pub const LEAST_MEN_PERCENT: u64 = 15;

/// What a slave carries is the unit of the four below: a quarter of a cargo (RN-65.11, RN-R114).
pub const HORSE_CARRIES: u64 = 8;
/// A cannon, in the same unit: 20 horses (RN-65.11).
pub const CANNON_WEIGHS: u64 = 160;
/// A falconet: half a horse.
pub const FALCONET_WEIGHS: u64 = 4;
/// A cargo: half a horse.
pub const CARGO_WEIGHS: u64 = 4;

/// A step of a volley.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FireStep {
    /// Who is hit.
    pub target: Target,
    /// Kills per gun or man in hundredths, at gunnery 500 or morale 1000.
    pub kills: u64,
    /// No more fire than would kill this share of them, in hundredths.
    pub cap: u64,
}

/// Guns at a division (RN-64.9).
pub const GUN_STEPS: [FireStep; 5] = [
    FireStep { target: Target::Pikemen, kills: 2000, cap: 10 },
    FireStep { target: Target::OtherInfantry, kills: 1500, cap: 10 },
    FireStep { target: Target::HeavyCavalry, kills: 1000, cap: 10 },
    FireStep { target: Target::Pikemen, kills: 1000, cap: 20 },
    FireStep { target: Target::All, kills: 500, cap: 50 },
];

/// Archers at a division (RN-64.12).
pub const ARCHER_STEPS: [FireStep; 6] = [
    FireStep { target: Target::LightCavalry, kills: 100, cap: 10 },
    FireStep { target: Target::HeavyCavalry, kills: 90, cap: 10 },
    FireStep { target: Target::Infantry, kills: 80, cap: 10 },
    FireStep { target: Target::LightCavalry, kills: 70, cap: 20 },
    FireStep { target: Target::Infantry, kills: 60, cap: 20 },
    FireStep { target: Target::All, kills: 10, cap: 50 },
];

/// Arquebusiers at a division (RN-64.14).
pub const ARQUEBUS_STEPS: [FireStep; 1] = [FireStep { target: Target::All, kills: 50, cap: 50 }];

/// The targets of a part of the melee in their order, with kills per man in hundredths at morale 1000 (RN-64.15).
pub type MeleePart = [(Target, u64); 4];

/// Parts A to D: heavy cavalry, light cavalry, pikemen, other infantry (RN-64.15).
pub const MELEE_PARTS: [MeleePart; 4] = [
    [(Target::HeavyCavalry, 10), (Target::LightCavalry, 100), (Target::OtherInfantry, 200), (Target::Pikemen, 10)],
    [(Target::LightCavalry, 50), (Target::HeavyCavalry, 2), (Target::OtherInfantry, 100), (Target::Pikemen, 10)],
    [(Target::Pikemen, 20), (Target::LightCavalry, 30), (Target::HeavyCavalry, 10), (Target::OtherInfantry, 50)],
    [(Target::OtherInfantry, 10), (Target::Pikemen, 5), (Target::LightCavalry, 3), (Target::HeavyCavalry, 1)],
];
