//! Assaulters and defenders, wall by wall (RN-68.2 to RN-68.6).

use kernel::exact::apportion;
use serde::{Deserialize, Serialize};

use crate::model::rulings::War;
use crate::rules::battle::exact::Exact;
use crate::rules::battle::field::Guns;
use crate::rules::battle::men::{Arm, IN_ORDER, Men};
use crate::rules::battle::morale::{self, Leader};

/// Who assaults.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Assaulter {
    /// Who leads.
    pub leader: Leader,
    /// His men.
    pub men: Men,
    /// The men he sends against each wall; equal shares when he does not say (RN-68.2).
    pub posts: Option<Vec<Men>>,
    /// At which wall he is himself.
    pub wall: usize,
}

/// One of the forces that defend.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Defender {
    /// Who leads it; of a garrison its morale alone counts.
    pub leader: Leader,
    /// Whether a persona leads it.
    pub led: bool,
    /// Its men.
    pub men: Men,
    /// The men it posts at each wall; equal shares when nothing is ordered (RN-68.4). Those who are posted are not shifted.
    pub posts: Option<Vec<Men>>,
    /// At which wall its persona is: north unless ordered.
    pub wall: usize,
    /// Its guns.
    pub guns: Guns,
    /// How many men the tower holds that it may retreat into (RN-68.16).
    pub tower: Option<u32>,
}

/// Equal shares of all arms, the remainders to the first walls (RN-68.2, RN-68.4).
pub fn equal_posts(men: &Men, walls: usize) -> Vec<Men> {
    let mut posts = vec![Men::NONE; walls];
    for (arm, count) in men.iter() {
        for (post, share) in posts.iter_mut().zip(apportion(count, &vec![1; walls])) {
            post[arm] += share;
        }
    }
    posts
}

/// Posts as ordered if they are exactly the men there are, or equal shares.
pub(super) fn posts(men: &Men, ordered: Option<&Vec<Men>>, walls: usize) -> (Vec<Men>, bool) {
    match ordered {
        Some(posts) if posts.len() == walls && posts.iter().copied().sum::<Men>() == *men => (posts.clone(), true),
        _ => (equal_posts(men, walls), false),
    }
}

/// A defending force while it fights.
#[derive(Clone, Debug)]
pub(super) struct Force {
    pub leader: Leader,
    /// The wall of its persona; nowhere once he has fallen, or without one.
    pub persona: Option<usize>,
    pub posts: Vec<Men>,
    /// Posted by order, hence not shifted at the start.
    pub posted: bool,
    pub guns: Guns,
    pub tower: Option<u32>,
}

impl Force {
    pub fn men(&self) -> Men {
        self.posts.iter().copied().sum()
    }
    /// How many times its morale counts at a wall (RN-R96).
    pub fn factor(&self, wall: usize) -> u32 {
        match self.persona {
            None => 1,
            Some(his) if his == wall => self.leader.factors.own_division,
            Some(_) => self.leader.factors.force,
        }
    }
}

/// All who defend.
#[derive(Clone, Debug)]
pub(super) struct Defence {
    pub forces: Vec<Force>,
    /// Their common morale (RN-68.6).
    pub morale: u16,
}

impl Defence {
    pub fn new(defenders: &[Defender], walls: usize) -> Self {
        let forces = defenders.iter().map(|it| {
            let (posts, posted) = posts(&it.men, it.posts.as_ref(), walls);
            let persona = it.led.then_some(if it.wall < walls { it.wall } else { 0 });
            Force { leader: it.leader, persona, posts, posted, guns: it.guns, tower: it.tower }
        });
        let parts: Vec<_> = defenders.iter().map(|it| (it.men.fighters(), it.leader.morale)).collect();
        Self { forces: forces.collect(), morale: morale::combined(&parts) }
    }
    pub fn count(&self) -> u32 {
        self.forces.iter().map(|force| force.men().fighters()).sum()
    }
    pub fn at(&self, wall: usize) -> Men {
        self.forces.iter().map(|force| force.posts[wall]).sum()
    }
    pub fn count_at(&self, wall: usize) -> u32 {
        self.at(wall).fighters()
    }
    /// The men of a wall as they inflict: each by the factor of his force.
    pub fn strength(&self, wall: usize, war: &War) -> Exact {
        self.forces
            .iter()
            .fold(Exact::ZERO, |sum, force| sum + force.posts[wall].strength(war) * Exact::from(force.factor(wall)))
    }

    /// Takes men of a wall in the order of RN-68.15; of one arm in proportion to the forces that have it.
    pub fn lose(&mut self, wall: usize, count: u32) {
        let mut left = count;
        for arm in IN_ORDER {
            let have: Vec<u64> = self.forces.iter().map(|force| u64::from(force.posts[wall][arm])).collect();
            let taken = left.min(have.iter().sum::<u64>() as u32);
            for (force, share) in self.forces.iter_mut().zip(apportion(taken, &have)) {
                force.posts[wall][arm] -= share;
            }
            left -= taken;
        }
    }

    /// Takes so many men away from a wall, all arms and forces that may move in proportion.
    fn draw(&mut self, wall: usize, count: u32, may_move: impl Fn(&Force) -> bool) -> Vec<Men> {
        let mut drawn = vec![Men::NONE; self.forces.len()];
        let places: Vec<(usize, Arm)> = IN_ORDER
            .into_iter()
            .flat_map(|arm| (0..self.forces.len()).map(move |at| (at, arm)))
            .filter(|(at, _)| may_move(&self.forces[*at]))
            .collect();
        let have: Vec<u64> = places.iter().map(|(at, arm)| u64::from(self.forces[*at].posts[wall][*arm])).collect();
        let most = have.iter().sum::<u64>() as u32;
        for ((at, arm), share) in places.iter().zip(apportion(count.min(most), &have)) {
            self.forces[*at].posts[wall][*arm] -= share;
            drawn[*at][*arm] += share;
        }
        drawn
    }

    /// At the start every wall with more defenders than assaulters gives its supernumeraries to the walls that have fewer,
    /// in proportion to what these lack (RN-68.4, RN-R118).
    pub fn shift_supernumeraries(&mut self, assaulters: &[u32]) {
        let walls = 0..assaulters.len();
        let before: Vec<u32> = walls.clone().map(|wall| self.count_at(wall)).collect();
        let lacking: Vec<u64> =
            walls.clone().map(|wall| u64::from(assaulters[wall].saturating_sub(before[wall]))).collect();
        if lacking.iter().all(|lack| *lack == 0) {
            return;
        }
        let mut pool = vec![Men::NONE; self.forces.len()];
        for wall in walls.clone() {
            let drawn = self.draw(wall, before[wall].saturating_sub(assaulters[wall]), |force| !force.posted);
            pool.iter_mut().zip(drawn).for_each(|(pool, drawn)| *pool += drawn);
        }
        let supernumeraries = pool.iter().map(Men::fighters).sum();
        for (wall, share) in walls.zip(apportion(supernumeraries, &lacking)) {
            self.send(&mut pool, wall, share);
        }
    }

    /// Sends so many of those who wait to a wall, all arms and forces in proportion.
    fn send(&mut self, pool: &mut [Men], wall: usize, count: u32) {
        let places: Vec<(usize, Arm)> =
            IN_ORDER.into_iter().flat_map(|arm| (0..pool.len()).map(move |at| (at, arm))).collect();
        let have: Vec<u64> = places.iter().map(|(at, arm)| u64::from(pool[*at][*arm])).collect();
        for ((at, arm), share) in places.iter().zip(apportion(count, &have)) {
            pool[*at][*arm] -= share;
            self.forces[*at].posts[wall][*arm] += share;
        }
    }

    /// Walls under assault without defenders get those of all walls that are not under assault; if there are none, half of
    /// those of the others, each arm rounded down (RN-68.14, RN-R120). The walls that were empty.
    pub fn fill_empty_walls(&mut self, assaulters: &[u32]) -> Vec<usize> {
        let walls = 0..assaulters.len();
        let (empty, held): (Vec<usize>, Vec<usize>) =
            walls.clone().filter(|wall| assaulters[*wall] > 0).partition(|wall| self.count_at(*wall) == 0);
        if empty.is_empty() {
            return empty;
        }
        let idle: Vec<usize> = walls.filter(|wall| assaulters[*wall] == 0 && self.count_at(*wall) > 0).collect();
        let (from, parts) = if idle.is_empty() { (held, 2) } else { (idle, 1) };
        for force in &mut self.forces {
            let mut moving = Men::NONE;
            for wall in &from {
                let here = Men::of(force.posts[*wall].iter().map(|(arm, count)| (arm, count / parts)));
                force.posts[*wall] -= here;
                moving += here;
            }
            for (arm, count) in moving.iter() {
                for (wall, share) in empty.iter().zip(apportion(count, &vec![1; empty.len()])) {
                    force.posts[*wall][arm] += share;
                }
            }
            // A persona whose wall is left by all goes with them.
            if parts == 1 && force.persona.is_some_and(|wall| from.contains(&wall)) {
                force.persona = empty.first().copied();
            }
        }
        empty
    }
}
