//! What the rules say against an order, in words.

use kernel::Refusal;

use crate::rules::fortification::NotBuilt;
use crate::rules::harbours::NoHarbour;
use crate::rules::manufacture::NotMade;
use crate::rules::raising::NotRaised;
use crate::rules::raising::spirits::NotCheered;
use crate::rules::refusal::Refused;
use crate::rules::revenue::NoRevenue;

/// Why a rule forbids an order. It hangs on where others are by then, so that it is no more than a warning when orders are handed
/// in.
pub fn refused(why: Refused) -> Refusal {
    Refusal::new("not_allowed", why.rule, why.reason).uncertain()
}

/// Why nobody is raised.
pub fn not_raised(why: NotRaised) -> Refusal {
    let (code, rule, detail) = match why {
        NotRaised::Disloyal => ("disloyal", "RN-18.2", "the people are not loyal enough"),
        NotRaised::Unpopular => ("unpopular", "RN-11.4", "he is not popular enough for it"),
        NotRaised::LimitReached => ("limit_reached", "RN-R3", "no more may be raised this month"),
        NotRaised::NoneOfThem => ("none_of_them", "RN-60.12", "he has none of that type who would train them"),
        NotRaised::PoolEmpty => ("pool_empty", "RN-60.13", "nobody is left here who could be hired"),
        NotRaised::TooDear => ("too_dear", "RN-60.14", "he cannot pay a single one"),
        NotRaised::NoWeapons => ("no_weapons", "RN-60.16", "he has no weapon for a single one"),
        NotRaised::NoPort => ("no_port", "RN-37.9", "crew is hired in ports"),
        NotRaised::NotForHire => ("not_for_hire", "RN-60.12", "men of this type are not hired so"),
    };
    Refusal::new(code, rule, detail).uncertain()
}

/// Why men are not cheered.
pub fn not_cheered(why: NotCheered) -> Refusal {
    match why {
        NotCheered::NoMen => Refusal::new("no_men", "RN-61.2", "he has neither troops nor crew").uncertain(),
        NotCheered::NotEnough => Refusal::new("not_enough", "RN-61.2", "he has not so much").uncertain(),
        NotCheered::WrongType => {
            Refusal::new("wrong_type", "RN-61.4", "that is no alcohol, or another type than this month's").at("good")
        }
        NotCheered::Moslem => Refusal::new("moslem", "RN-61.6", "Sunni and Shia do not drink"),
    }
}

/// Why nothing is made.
pub fn not_made(why: NotMade) -> Refusal {
    let (code, rule, detail) = match why {
        NotMade::NoCraft => ("no_craft", "RN-52.1", "personae do not make this"),
        NotMade::MadeAlready => ("made_already", "RN-R86", "he has made something with this skill this month"),
        NotMade::Unskilled => ("unskilled", "RN-52.1", "he is not good enough for a single one"),
        NotMade::NoMaterial => ("no_material", "RN-52.1", "ducats or material are not enough for a single one"),
        NotMade::TooShallow => ("too_shallow", "RN-R89", "the port is too shallow for such ships"),
    };
    Refusal::new(code, rule, detail).uncertain()
}

/// Why nothing is built.
pub fn not_built(why: NotBuilt) -> Refusal {
    let (code, rule, detail) = match why {
        NotBuilt::TooDear => ("too_dear", "RN-52.11", "he cannot pay it"),
        NotBuilt::NoRoom => ("no_room", "RN-69.8", "so many families have towers there already"),
        NotBuilt::NoTower => ("no_tower", "RN-R88", "there is no such tower, and offices have none built"),
    };
    Refusal::new(code, rule, detail).uncertain()
}

/// Why a harbour is not deepened.
pub fn no_harbour(why: NoHarbour) -> Refusal {
    let (code, rule, detail) = match why {
        NoHarbour::TooShallow => ("too_shallow", "RN-49.1", "there is no harbour that could be deepened"),
        NoHarbour::Unskilled => ("unskilled", "RN-49.4", "he is no good enough engineer for this depth"),
        NoHarbour::TooFewMen => ("too_few_men", "RN-49.5", "he has not enough slaves and auxiliaries"),
        NoHarbour::TooDear => ("too_dear", "RN-49.6", "he cannot pay it"),
    };
    Refusal::new(code, rule, detail).uncertain()
}

/// Why nothing is collected.
pub fn no_revenue(why: NoRevenue) -> Refusal {
    match why {
        NoRevenue::Disloyal => Refusal::new("disloyal", "RN-18.2", "the people are not loyal enough").uncertain(),
        NoRevenue::Unpopular => Refusal::new("unpopular", "RN-46.4", "he has not the popularity to lose").uncertain(),
    }
}
