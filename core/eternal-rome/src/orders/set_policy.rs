//! `set_policy`: standing answers to decisions, of a force or of the whole power (ER-R45).

use super::prelude::*;

/// Odds that are offered, per cent; any others may be written.
const ODDS: [u16; 5] = [100, 120, 150, 200, 300];

/// Any time: standing answers to decisions, of a force or of the whole power (ER-R45). What is absent stays as it is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EternalRomeSetPolicy, title = "EternalRomeSetPolicy")]
pub struct SetPolicy {
    /// Who acts.
    #[schema(example = "OCT")]
    pub power: String,
    /// Army or fleet; the whole power when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(example = "ANT-F1")]
    pub force: Option<String>,
    /// To interceptions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub intercept: Option<InterceptPolicy>,
    /// When attacked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub respond_attack: Option<AttackedPolicy>,
    /// After a lost battle: `ask`, `nearest`, or a city.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(example = "nearest")]
    pub retreat_to: Option<String>,
    /// Units are seasoned by the default without a question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub season: Option<bool>,
    /// Woken minors are placed by the default without a question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set_up: Option<bool>,
}

impl OrderKind for SetPolicy {
    const VERBS: &'static [Verb] = &[Verb {
        word: "policy",
        example: "policy OCT for OCT-A3 intercept 150% attacked retreat city 200% beaten nearest",
        read: |line| {
            let power = line.power()?;
            line.policy(power)
        },
    }];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "Sets standing answers of a power, or of one of its forces: to interceptions, to attacks, after a lost battle, for \
             seasoning and for placing",
            ANY_TIME,
            &["ER-R45"],
            json!({ "type": "set_policy", "power": "OCT", "force": "OCT-A3",
                    "intercept": { "when": "odds", "percent": 150 },
                    "respond_attack": { "then": "retreat", "city_percent": 200, "hex_percent": 300 },
                    "retreat_to": "nearest", "season": true }),
            "policy OCT for OCT-A3 intercept 150% attacked retreat city 200% hex 300% beaten nearest season on",
        )
    }

    fn power(&self) -> Option<&str> {
        Some(&self.power)
    }

    /// It may be given at any time; what is absent stays as it is.
    fn judge(&self, ctx: &OrderContext<'_>) -> Result<Permission, Refusal> {
        let power = ctx.power(&self.power)?;
        let force = match self.force.as_deref() {
            None => None,
            Some(text) => Some(match names::find_force(ctx.sc, text) {
                Some(ForceId::Fleet(_)) => ForceId::Fleet(ctx.fleet(power, text, "force")?.id),
                _ => ForceId::Army(ctx.army(power, text, "force")?.id),
            }),
        };
        let retreat = match self.retreat_to.as_deref() {
            None => None,
            Some(text) if names::same(text, "ask") => Some(RetreatPolicy::Ask),
            Some(text) if names::same(text, "nearest") => Some(RetreatPolicy::Nearest),
            Some(text) => Some(RetreatPolicy::City(ctx.city(text, "retreat_to")?)),
        };
        let set = Policy {
            intercept: self.intercept,
            attacked: self.respond_attack,
            retreat,
            season: self.season,
            set_up: self.set_up,
        };
    if set == Policy::default() {
        return Err(Refusal::new("nothing_set", "ER-R45", "the order sets no policy")
            .hint("give intercept, respond_attack, retreat_to, season or set_up"));
    }
    let seat = ctx.seat;
    Ok(Box::new(move |eng| {
        let policy = match force {
            None => Some(&mut eng.st.power_mut(power).policy),
            Some(ForceId::Army(id)) => eng.st.army_mut(id).map(|army| &mut army.policy),
            Some(ForceId::Fleet(id)) => eng.st.fleet_mut(id).map(|fleet| &mut fleet.policy),
        };
        if let Some(policy) = policy {
            *policy = policy.with(set);
        }
        let (power, force) = (eng.sc.power_name(power), force.map(|id| eng.force(id)));
        eng.emit(Audience::only(seat), "ER-R45", EventKind::PolicySet { power, force });
    }))
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder) -> NextField {
        ask.power(order, |_| ask.st.ending.is_none())?;
        let power = names::find_power(ask.sc, order.text("power"));
        let of = |arm| power.map_or(Vec::new(), |power| ask.forces(arm, |owner| owner == power));
        let forces: Vec<OptionValue> = of(Arm::Army).into_iter().chain(of(Arm::Fleet)).collect();
        if !order.answered("/force") && !forces.is_empty() {
            return NextField::Break(Some(FieldOptions::one_of("/force", "For which force?", forces).or_nothing()));
        }
        let list = |pointer, prompt, values| OptionList { pointer, prompt, values };
        let cities = ask.sc.city_ids().map(|id| OptionValue::place(ask.sc.city(id).name.to_string()));
        let words = ["ask", "nearest"].map(|word| OptionValue::new(word, word));
        let flags = || vec![OptionValue::new(true, "by the default"), OptionValue::new(false, "ask")];
        ask.lists(
            order,
            &[
                list("/intercept", "When to intercept?", interceptions()),
                list("/respond_attack", "What to do when attacked?", answers_to_attacks()),
                list("/retreat_to", "Where to after a lost battle?", words.into_iter().chain(cities).collect()),
                list("/season", "Season units without a question?", flags()),
                list("/set_up", "Place woken minors without a question?", flags()),
            ],
        )
    }

    fn print(&self, _: &Scenario) -> String {
        let Self { power, force, intercept, respond_attack, retreat_to, season, set_up } = self;
        let set = super::notation::standing::policies(*intercept, *respond_attack, retreat_to.as_deref(), *season, *set_up);
        format!("policy {power}{}{set}", preceded(" for", force.as_deref()))
    }
}

fn interceptions() -> Vec<OptionValue> {
    let value = |policy: InterceptPolicy, label: String| OptionValue::new(json!(policy), label);
    let mut all = vec![
        value(InterceptPolicy::Ask, "ask".into()),
        value(InterceptPolicy::Never, "never".into()),
        value(InterceptPolicy::Always, "always".into()),
    ];
    all.extend(ODDS.map(|percent| value(InterceptPolicy::Odds { percent }, format!("from {percent}% on"))));
    all
}

fn answers_to_attacks() -> Vec<OptionValue> {
    let value = |policy: AttackedPolicy, label: String| OptionValue::new(json!(policy), label);
    let odds = || ODDS.into_iter().map(Some).chain([None]);
    let words = |place: &str, percent: Option<u16>| percent.map(|percent| format!(" {place} from {percent}% on"));
    let mut all = vec![value(AttackedPolicy::Ask, "ask".into()), value(AttackedPolicy::Stand, "stand".into())];
    for city_percent in odds() {
        for hex_percent in odds().filter(|percent| city_percent.or(*percent).is_some()) {
            let (city, hex) = (words("into the city", city_percent), words("to another hex", hex_percent));
            let label = format!("retreat{}{}", city.unwrap_or_default(), hex.unwrap_or_default());
            all.push(value(AttackedPolicy::Retreat { city_percent, hex_percent }, label));
        }
    }
    all
}
