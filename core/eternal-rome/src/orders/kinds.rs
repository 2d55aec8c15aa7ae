//! What an order says of itself.

use super::Order;

impl Order {
    /// How many ways over the map have to be searched for (ER-21.1, ER-21.2).
    pub fn ways(&self) -> usize {
        match self {
            Self::FollowTrack { to, .. } => to.len(),
            Self::QueryDistance { hexes, .. } => hexes.len().saturating_sub(1),
            _ => 0,
        }
    }

    /// The power that acts, as it stands in the order.
    pub fn power(&self) -> Option<&str> {
        match self {
            Self::SetUpUnits { power, .. }
            | Self::RecruitUnits { power, .. }
            | Self::BuildFleet { power, .. }
            | Self::TransferTalents { power, .. }
            | Self::ProposeAlliance { power, .. }
            | Self::RespondAlliance { power, .. }
            | Self::TerminateAlliance { power, .. }
            | Self::MoveFleet { power, .. }
            | Self::FollowTrack { power, .. }
            | Self::AnchorFleet { power, .. }
            | Self::EmbarkUnits { power, .. }
            | Self::DisembarkToPort { power, .. }
            | Self::DisembarkUnits { power, .. }
            | Self::SplitFleet { power, .. }
            | Self::ExchangeFleets { power, .. }
            | Self::ConcentrateFleets { power, .. }
            | Self::LaySiegePort { power, .. }
            | Self::LiftSiege { power, .. }
            | Self::AttackFleet { power, .. }
            | Self::MoveArmy { power, .. }
            | Self::Overrun { power, .. }
            | Self::EnterCity { power, .. }
            | Self::LeaveCity { power, .. }
            | Self::SplitArmy { power, .. }
            | Self::ExchangeArmies { power, .. }
            | Self::ConcentrateArmies { power, .. }
            | Self::LaySiege { power, .. }
            | Self::AttackArmy { power, .. }
            | Self::AssaultCity { power, .. }
            | Self::SeasonUnits { power, .. }
            | Self::PlunderProvince { power, .. }
            | Self::InterceptFleet { power, .. }
            | Self::InterceptArmy { power, .. }
            | Self::RespondAttack { power, .. }
            | Self::ChooseRetreat { power, .. }
            | Self::SetPolicy { power, .. }
            | Self::EndPhase { power, .. } => Some(power),
            Self::SetOption { .. } | Self::QueryDistance { .. } | Self::Resign { .. } => None,
        }
    }

    /// The value of the `type` field.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::SetUpUnits { .. } => "set_up_units",
            Self::RecruitUnits { .. } => "recruit_units",
            Self::BuildFleet { .. } => "build_fleet",
            Self::TransferTalents { .. } => "transfer_talents",
            Self::ProposeAlliance { .. } => "propose_alliance",
            Self::RespondAlliance { .. } => "respond_alliance",
            Self::TerminateAlliance { .. } => "terminate_alliance",
            Self::MoveFleet { .. } => "move_fleet",
            Self::FollowTrack { .. } => "follow_track",
            Self::AnchorFleet { .. } => "anchor_fleet",
            Self::EmbarkUnits { .. } => "embark_units",
            Self::DisembarkToPort { .. } => "disembark_to_port",
            Self::DisembarkUnits { .. } => "disembark_units",
            Self::SplitFleet { .. } => "split_fleet",
            Self::ExchangeFleets { .. } => "exchange_fleets",
            Self::ConcentrateFleets { .. } => "concentrate_fleets",
            Self::LaySiegePort { .. } => "lay_siege_port",
            Self::LiftSiege { .. } => "lift_siege",
            Self::AttackFleet { .. } => "attack_fleet",
            Self::MoveArmy { .. } => "move_army",
            Self::Overrun { .. } => "overrun",
            Self::EnterCity { .. } => "enter_city",
            Self::LeaveCity { .. } => "leave_city",
            Self::SplitArmy { .. } => "split_army",
            Self::ExchangeArmies { .. } => "exchange_armies",
            Self::ConcentrateArmies { .. } => "concentrate_armies",
            Self::LaySiege { .. } => "lay_siege",
            Self::AttackArmy { .. } => "attack_army",
            Self::AssaultCity { .. } => "assault_city",
            Self::SeasonUnits { .. } => "season_units",
            Self::PlunderProvince { .. } => "plunder_province",
            Self::InterceptFleet { .. } => "intercept_fleet",
            Self::InterceptArmy { .. } => "intercept_army",
            Self::RespondAttack { .. } => "respond_attack",
            Self::ChooseRetreat { .. } => "choose_retreat",
            Self::SetPolicy { .. } => "set_policy",
            Self::SetOption { .. } => "set_option",
            Self::QueryDistance { .. } => "query_distance",
            Self::EndPhase { .. } => "end_phase",
            Self::Resign { .. } => "resign",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::*;

    #[test]
    fn unknown_fields_are_refused() {
        let order = r#"{"type":"anchor_fleet","power":"OCT","fleet":"OCT-F1","speed":3}"#;
        assert!(serde_json::from_str::<Order>(order).is_err());
    }

    #[test]
    fn new_units_are_named_as_such_and_seasoned_ones_go_without_saying() {
        let units: Vec<Units> =
            serde_json::from_str(r#"[{"type":"legion_1","count":2},{"type":"archers","count":1,"seasoned":false}]"#)
                .unwrap();
        assert!(units[0].seasoned && !units[1].seasoned);
        assert_eq!(serde_json::to_string(&units[0]).unwrap(), r#"{"type":"legion_1","count":2}"#);
    }
}
