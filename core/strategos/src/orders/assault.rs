//! `assault`: a command storms a city or fort (ST-15.11 to ST-15.14).

use super::prelude::*;
use crate::model::state::Site;
use super::parts::AssaultPhases;
use crate::rules::assault::AssaultForm;
use crate::rules::storm::AssaultOrder;

/// A command storms a city or fort (ST-15.11 to ST-15.14).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StrategosAssault, title = "StrategosAssault")]
pub struct Assault {
    /// Which command.
    #[schema(example = "Division 1")]
    pub command: String,
    /// Which city or fort.
    #[schema(example = "Kardia")]
    pub city: String,
    /// In which assault phases of the week.
    pub phase: AssaultPhases,
    /// In which form.
    pub form: AssaultForm,
}

/// The assault phases.
const PHASES: [Word; 3] =
    [("first", "After the first movement phase"), ("second", "After the second movement phase"), ("both", "After both")];
/// The forms.
const FORMS: [Word; 2] = [("storm", "With all it has"), ("probe", "The weaker form")];
/// So many hexes away no command comes to assault in this week.
const FARTHEST: u32 = 12;

impl OrderKind for Assault {
    const STEP: Step = Step::Posture;
    const VERBS: &'static [Verb] = &[Verb {
        word: "assault",
        example: r#"assault "Kardia" by "Division 1" first storm"#,
        read: |line| {
            let city = line.name(NameKind::Site)?;
            line.expect("by")?;
            let command = line.name(NameKind::Command)?;
            let phase = line.word("an assault phase", &PHASES)?;
            Ok(Self { command, city, phase, form: line.word("a form of assault", &FORMS)? }.into())
        },
    }];

    fn info() -> OrderInfo {
        described(Self::STEP, "Storms a city or fort in one or both assault phases", &["ST-15.11", "ST-15.12", "ST-15.13", "ST-15.14", "ST-R40"], json!({ "type": "assault", "command": "Division 1", "city": "Kardia", "phase": "first", "form": "storm" }), r#"assault "Kardia" by "Division 1" first storm"#)
    }

    /// ST-15.11: where the command stands is seen when the phase comes; one command storms once in a phase.
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let (command, site) = (ctx.field(&self.command, "command")?, ctx.site(&self.city, "city")?);
        ctx.obeys(command, "command")?;
        if ctx.st.site(site).power == ctx.power() {
            return Err(Refusal::new("own_city", "ST-15.11", "it is yours").at("city"));
        }
        let places = self.phase.places();
        let given = |at: &usize| ctx.pending.week.assaults[*at].iter().any(|order| order.command == command);
        if places.iter().any(given) {
            return Err(Refusal::new("twice", "ST-15.11", "the command has an assault in that phase").at("phase"));
        }
        for at in places {
            ctx.pending.week.assaults[*at].push(AssaultOrder { command, site, form: self.form });
        }
        Ok(())
    }

    fn prospects(&self, ctx: &mut OrderContext<'_>) -> Option<Prospects> {
        let (command, site) = (ctx.field(&self.command, "command").ok()?, ctx.site(&self.city, "city").ok()?);
        prospects::of_assault(ctx, command, site, self.form)
    }

    fn next(ask: &OptionContext<'_>, order: &PartialOrder) -> Option<Field> {
        let near = || {
            let hex = ask.command(order, "command").map(|id| ask.st.command(id).hex);
            let near = |site: &Site| hex.is_some_and(|hex| hex.distance(site.hex) <= FARTHEST);
            ask.sites(|site| site.power != ask.power() && near(site))
        };
        order
            .ask("command", || Field::one("Which command?", ask.field_commands()))
            .or_else(|| order.ask("city", || Field::one("Which city or fort?", near())))
            .or_else(|| order.ask("phase", || Field::one("In which assault phases?", words(&PHASES))))
            .or_else(|| order.ask("form", || Field::one("In which form?", words(&FORMS))))
    }

    fn print(&self, _: &Scenario) -> String {
        let Self { command, city, phase, form } = self;
        format!("assault {} by {} {} {}", quoted(city), quoted(command), key_of(phase), key_of(form))
    }
}
