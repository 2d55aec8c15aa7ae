//! `set_city_order`: whether a city or fort holds out, sallies, and lets allies in, until it is changed (ST-R12, ST-R44, ST-22.6).

use super::prelude::*;

/// Whether a city or fort holds out, sallies, and lets allies in, until it is changed (ST-R12, ST-R44, ST-22.6).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StrategosSetCityOrder, title = "StrategosSetCityOrder")]
pub struct SetCityOrder {
    /// Which city or fort.
    #[schema(example = "Kardia")]
    pub city: String,
    /// Whether it holds out when the country's morale fails; left out: as before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(example = false)]
    pub hold: Option<bool>,
    /// Whether its garrison comes out to fight enemies before the walls; left out: as before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sally: Option<bool>,
    /// Whether forces of allies may come in; left out: as before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub admit_allies: Option<bool>,
}

/// A word of a line, and what it says.
type CityWord = (&'static str, fn(&mut SetCityOrder));

/// The words of a line.
const WORDS: [CityWord; 6] = [
    ("hold", |order| order.hold = Some(true)),
    ("yield", |order| order.hold = Some(false)),
    ("sally", |order| order.sally = Some(true)),
    ("stay", |order| order.sally = Some(false)),
    ("admit", |order| order.admit_allies = Some(true)),
    ("shut", |order| order.admit_allies = Some(false)),
];

impl SetCityOrder {
    fn says_nothing(&self) -> bool {
        [self.hold, self.sally, self.admit_allies].iter().all(Option::is_none)
    }
}

impl OrderKind for SetCityOrder {
    const STEP: Step = Step::Posture;
    const VERBS: &'static [Verb] = &[Verb {
        word: "city",
        example: r#"city "Kardia" hold sally"#,
        read: |line| {
            let city = line.name(NameKind::Site)?;
            let mut order = Self { city, hold: None, sally: None, admit_allies: None };
            while let Some((_, set)) = WORDS.iter().find(|(word, _)| line.take(word)) {
                set(&mut order);
                line.take(",");
            }
            if order.says_nothing() {
                let words: Vec<&str> = WORDS.iter().map(|(word, _)| *word).collect();
                let wrong = line.wrong(line.at, "word_missing", "what the city is to do is missing here");
                return Err(wrong.hint(format!("write {}", words.join(", "))));
            }
            Ok(order.into())
        },
    }];

    fn info() -> OrderInfo {
        described(Self::STEP, "Says whether a city or fort holds out, sallies, and lets allies in", &["ST-11.4", "ST-22.6", "ST-R12", "ST-R44"], json!({ "type": "set_city_order", "city": "Kardia", "hold": true, "sally": true }), r#"city "Kardia" hold sally"#)
    }

    /// ST-11.4: one's own.
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let site = ctx.site(&self.city, "city")?;
        if ctx.st.site(site).power != ctx.power() {
            return Err(Refusal::new("not_yours", "ST-11.4", "it is not yours").at("city"));
        }
        if self.says_nothing() {
            return Err(Refusal::new("nothing", "ST-R66", "the order says nothing").hint("say hold, sally or admit_allies"));
        }
        let orders = &mut ctx.st.site_mut(site).orders;
        orders.hold = self.hold.unwrap_or(orders.hold);
        orders.sally = self.sally.unwrap_or(orders.sally);
        orders.admit_allies = self.admit_allies.unwrap_or(orders.admit_allies);
        Ok(())
    }

    fn next(ask: &OptionContext<'_>, order: &PartialOrder) -> Option<Field> {
        let holds = || Field::yes_or_no("Does it hold out?", "Holds out", "Yields when morale fails");
        let sallies = || Field::yes_or_no("Does its garrison come out to fight?", "Sallies", "Stays within the walls");
        let admits = || Field::yes_or_no("Do allies come in?", "Lets allies in", "Shuts its gates to allies");
        order
            .ask("city", || Field::one("Which city or fort?", ask.own_sites()))
            .or_else(|| order.ask("hold", holds))
            .or_else(|| order.ask("sally", sallies))
            .or_else(|| order.ask("admit_allies", admits))
    }

    fn print(&self, _: &Scenario) -> String {
        let word = |says: Option<bool>, yes: &str, no: &str| says.map_or(String::new(), |says| format!(" {}", if says { yes } else { no }));
        format!(
            "city {}{}{}{}",
            quoted(&self.city),
            word(self.hold, "hold", "yield"),
            word(self.sally, "sally", "stay"),
            word(self.admit_allies, "admit", "shut")
        )
    }
}
