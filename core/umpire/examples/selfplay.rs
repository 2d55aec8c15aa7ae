use kernel::{Dice, GameSeed};
use std::time::Instant;
use umpire::commands::{Command, resolve};
use umpire::ids::NationId;
use umpire::phases::Turn;
use umpire::scenario::shipped::shipped;
use umpire::state::State;
use umpire::{legal, plans, sight};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let which: usize = args.get(1).map_or(0, |a| a.parse().unwrap());
    let games: u64 = args.get(2).map_or(1, |a| a.parse().unwrap());
    let passive: u32 = args.get(3).map_or(0, |a| a.parse().unwrap()); // bitmask of passive seats
    let verbose: i32 = args.get(4).map_or(-1, |a| a.parse().unwrap());
    let sc = &shipped()[which];
    let mut mean = vec![0i64; sc.nations.len()];
    for g in 0..games {
        let seed = GameSeed::from_number(g);
        let mut st = State::start(sc, &seed);
        let mut worst = 0.0f64;
        let mut total = 0.0f64;
        let mut n = 0;
        let mut refused = 0;
        while !st.is_over(sc) {
            let mut cmds = Vec::new();
            for me in sc.nation_ids() {
                if passive >> me.0 & 1 == 1 {
                    cmds.push(vec![]);
                    continue;
                }
                let view = sight::view(sc, &st, me);
                let t = Instant::now();
                let orders = plans::sheet(sc, &view, &[]);
                let dt = t.elapsed().as_secs_f64();
                worst = worst.max(dt);
                total += dt;
                n += 1;
                let believed = umpire::belief::believe(sc, &view);
                for v in legal::check_sheet(sc, &believed, me, &orders) {
                    if v.is_refused() {
                        refused += 1;
                        println!(
                            "REFUSED t{} {} {:?}: {}",
                            st.turn,
                            sc.nations[me.index()].id,
                            orders[v.index],
                            v.detail
                        );
                    }
                }
                if verbose == i32::from(me.0) {
                    println!(
                        "-- {} {} treasury {} upkeep {} exp {} score {} units {} provinces {}",
                        sc.calendar.label(st.turn),
                        sc.nations[me.index()].id,
                        view.treasury,
                        view.upkeep,
                        view.expected_tax,
                        view.score,
                        st.strength(sc, me),
                        st.owned_by(me).count()
                    );
                    for o in &orders {
                        println!("    {}", serde_json::to_string(o).unwrap());
                    }
                }
                let mut list = Vec::new();
                for (index, o) in orders.iter().enumerate() {
                    if let Ok(what) = resolve(sc, &st, me, o) {
                        list.push(Command { index, what });
                    }
                }
                cmds.push(list);
            }
            let mut dice = Dice::for_step(&seed, st.turn).quiet();
            let mut turn = Turn::new(sc, &mut st, &mut dice, cmds);
            turn.resolve();
            if verbose >= 0 {
                for (scope, e) in &turn.news {
                    let me = NationId(verbose as u8);
                    let show = match scope {
                        umpire::event::Scope::Public => false,
                        umpire::event::Scope::Private(f) => f.has(me),
                        umpire::event::Scope::Near(p, f) => f.has(me) || turn.st.province(*p).owner == me,
                    };
                    if show {
                        println!("      * {}", umpire::report::tell(sc, e));
                    }
                }
                for (n, i, r) in &turn.failures {
                    if n.0 as i32 == verbose {
                        println!("      ! order {i} failed: {}", r.detail);
                    }
                }
            }
            st.turn += 1;
            if st.turn % 9 == 1 || st.is_over(sc) {
                let line: Vec<String> = sc
                    .nation_ids()
                    .map(|id| {
                        format!(
                            "{} {:>3}%/{:>2}p/{:>2}u/{:>3}",
                            sc.nation(id).id,
                            umpire::phases::score::score(sc, &st, id),
                            st.owned_by(id).count(),
                            st.strength(sc, id),
                            st.nation(id).treasury.rounded()
                        )
                    })
                    .collect();
                println!("g{g} t{:>2} {} IND {}", st.turn, line.join(" "), st.owned_by(sc.ind()).count());
            }
        }
        for id in sc.nation_ids() {
            mean[id.index()] += umpire::phases::score::score(sc, &st, id);
        }
        println!("g{g}: decision mean {:.3} ms worst {:.3} ms refused {refused}", total / n as f64 * 1e3, worst * 1e3);
    }
    println!("mean scores {:?}", mean.iter().map(|m| m / games as i64).collect::<Vec<_>>());
}
