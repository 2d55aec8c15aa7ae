//! What would be right, for every reason for which an order is sent back: the hint of a refusal that has none of its
//! own (ER-1.3).

use kernel::Verdict;

/// A verdict with what to do about it: the hint of its own, or that of its code.
pub fn hinted(mut verdict: Verdict) -> Verdict {
    if verdict.hint.is_none() {
        verdict.hint = hint_for(&verdict.code).map(str::to_owned);
    }
    verdict
}

/// What to do about a refusal with this code.
fn hint_for(code: &str) -> Option<&'static str> {
    Some(match code {
        "already" | "already_allied" | "already_resigned" | "nothing_set" => {
            "nothing has to be done; leave the order out"
        }
        "apart" => "armies exchange in one hex, both in the field, in the city or besieging",
        "bad_count" => "name every type of unit once, with a number of 1 or more and no more than there are",
        "besieged" => {
            "a besieged city is neither entered nor left before the siege is lifted (lift_siege) or broken by a battle"
        }
        "blockaded" => "the besieging fleets have to be beaten or driven off first (attack_fleet)",
        "cannot_intercept" => "only the forces among the decision's choices can; an empty list lets the enemy pass",
        "closed" => "the hatched part of the map is out of the game; go by another way",
        "enemy_there" => "raise them in another hex, or drive the enemy off first",
        "fought" => "a fleet fights once a month; it can fight again in the next",
        "friendly" | "peace" | "not_hostile" => {
            "only enemies are attacked; all_powers in the view has everybody's patron, and alliances the allies"
        }
        "has_attacked" => "an army attacks once in a phase; let another one attack, or end the phase",
        "inactive" => "wait until it takes up arms; the scenario has what wakes it (activations)",
        "intercepted" => "it is fought out first; it can move again next month",
        "limit" => "raise fewer, another type, or in another province; the scenario has what each raises a year",
        "no_alliances" => "leave the order out",
        "no_army" => "name an army in the hex of the fleet; armies go to it in the land movement phase",
        "no_attackers" | "nothing_chosen" => "name at least one of yours",
        "no_capital" | "not_held" => "hold the province's capital with heavy troops, unbesieged, and plunder it then",
        "no_city" => "name a city that lies in the army's hex; the view lists all cities with their hexes",
        "no_coast" => "move the fleet to a hex that has both sea and land",
        "no_heavy_troops" => {
            "bring heavy infantry or heavy cavalry to the capital first; others alone do not suffice (ER-19.3)"
        }
        "no_hex" | "no_way_out" | "not_offered" => "take one of the decision's choices",
        "no_landing_leader" => "embark such a leader, or land where the coast or the port is friendly",
        "no_path" => "name the hexes to enter, in order, or a destination with follow_track",
        "no_points" => "raise fewer, or wait: replacement points come with the taxation phase (ER-9.9)",
        "no_port" => "move the fleet to a hex with such a port, or let it stay at sea",
        "no_ships" => "leave the ships out; fleets are split and exchanged with orders of their own",
        "no_talents" => "spend less; own.treasury and own.income in the view's all_powers have what there is",
        "no_target" => "the view has where every known army and fleet stands",
        "no_units" => "give the army units first (exchange_armies, concentrate_armies)",
        "no_war_target" => "war_targets in the view's all_powers has whom an active neutral fights",
        "no_way" => "query_distance tells the cheapest way between places; follow_track takes it",
        "not_a_major" => "name a major power",
        "not_a_port" => "name a city with a port; the scenario has which have one",
        "not_all_placed" => "place every unit, ship and leader of the reserves, each once",
        "not_allied" => "talents go to allies, patrons and clients; an alliance is offered with propose_alliance",
        "not_asked" => "answer for the forces among the decision's choices only",
        "not_at_home" => "place them on land in the power's own provinces, ships in its ports",
        "not_at_sea" => "move the fleet out to sea first",
        "not_besieging" => "leave the order out; only a force that besieges lifts a siege",
        "not_enough_mp" => "name a nearer destination; what is left is in the force's own.moves_left",
        "not_in_field" => "leave_city or lift_siege first",
        "not_so_many" => {
            "the view has what is there, seasoned and unseasoned apart: say seasoned (in shorthand new) of each"
        }
        "not_your_city" | "not_your_province" => "name a city that your power holds in a province it controls",
        "not_your_force" => "the power must be the one whose code the force bears, and yours to command",
        "not_your_power" => "name one of the view's powers",
        "not_your_turn" => "wait: awaiting says who is to act, acting in the view which powers",
        "nothing" | "nothing_left" => "name units or leaders, and leave some behind",
        "nothing_aboard" => "leave the order out, or embark somebody first",
        "nothing_to_answer" => "leave the order out; the view's decision has what is asked, and of whom",
        "nothing_to_join" => "only forces of one power, in one hex and of one status are joined",
        "other_army" => "a fleet carries troops of one power; use another fleet",
        "other_combat" => "leave combat out, or take its number from the view's decision",
        "other_hex" => "first bring them all to one hex, or name those that are in one",
        "other_offer" => "answer the offer of the view's decision",
        "other_phase" => "leave phase out to end whichever is under way",
        "other_power" => "name those of the same power",
        "other_status" => "enter_city, leave_city, lift_siege and anchor_fleet change how a force stands",
        "over" => "the events, reports and maps of all seats can still be read",
        "over_limit" => "season fewer units",
        "overloaded" => "take fewer units, or join fleets first (concentrate_fleets)",
        "plundered" => "choose another province, or wait for that month",
        "plundered_own" => "raise them in another province",
        "same_army" | "self" | "twice" => "name each once, and two different ones",
        "separate_targets" => "give an order for each of them",
        "too_weak" => "bring more troops, or wait until the enemy has fewer",
        "turn_order" => "end_phase lets the others act",
        "unknown_leader" => "the view's leaders have where each of them is; a short name such as Agrippa will do",
        "unknown_power" => "the view and the scenario have all names; other scenarios have others",
        "unknown_force" => "the view lists your armies and fleets",
        "waiting" => "hand the order in again afterwards",
        "wrong_phase" => "end_phase goes on to the next phase",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::hint_for;

    /// Every reason in the sources has a hint here, or one where it is given.
    #[test]
    fn nobody_is_sent_back_without_a_word_on_what_would_be_right() {
        let mut codes = Vec::new();
        for folder in ["rules", "orders"] {
            collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(folder), &mut codes);
        }
        assert!(codes.len() > 100, "{}", codes.len());
        // These carry a hint of their own wherever they are given.
        let own = [
            "neutral",
            "not_confirmed",
            "other_decision",
            "relieved",
            "too_many_ways",
            "two_per_hex",
            "unknown_city",
            "unknown_place",
            "unknown_province",
            "which_army",
        ];
        let missing: Vec<&String> =
            codes.iter().filter(|code| hint_for(code).is_none() && !own.contains(&code.as_str())).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }

    fn collect(folder: &Path, codes: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                collect(&path, codes);
                continue;
            }
            if path.ends_with("orders/hints.rs") {
                continue;
            }
            let source = std::fs::read_to_string(&path).expect("a source");
            for start in ["Refusal::new(", "refuse("] {
                for (at, _) in source.match_indices(start) {
                    let rest = source[at + start.len()..].trim_start();
                    codes.extend(rest.strip_prefix('"').and_then(|rest| rest.split('"').next()).map(str::to_owned));
                }
            }
        }
    }
}
