//! Rules on tuples whose moves go along rays.
//!
//! Every option of a shape must have that shape, each entry less something that
//! is linear in the member of one loop at most; finite sets of constants are run
//! through. The bounds of the loop and all conditions, guards too, are linear
//! inequalities. Those that speak of the member alone say where the ray begins and
//! ends; every other one must follow from the option having no negative entry,
//! which the language asks for anyway. Then the options are those of the ray.
//!
//! Whatever is in doubt is declined: sums, options of another shape, conditions
//! that cut a ray off earlier, entries that change places, infinite sets other
//! than ranges.

mod alternative;
mod form;
mod reading;

#[cfg(test)]
mod tests;

use crate::lang::interpret::Parameters;
use crate::lang::ir::{Clause, Kind, Program, Shape, ShapeId, ShapeInfo};
use crate::ruleset::{Ray, RayRule};
use crate::theory::Control;
use alternative::Way;
use form::Form;
use reading::Reading;

/// The most entries whose order may mean nothing: each ray is tried in every order.
const MOST_SYMMETRIC: usize = 5;

/// The rays of each shape of the rule, where its moves certainly are rays.
pub(crate) fn ray_rules(
    program: &Program,
    parameters: &Parameters,
    control: &Control,
) -> Vec<Option<RayRule>> {
    if program.kind != Kind::Shapes {
        return vec![None; program.shapes.len()];
    }
    let shapes = program.shapes.iter().enumerate();
    shapes.map(|(index, info)| ray_rule(program, parameters, ShapeId(index), info, control)).collect()
}

fn ray_rule(
    program: &Program,
    parameters: &Parameters,
    shape: ShapeId,
    info: &ShapeInfo,
    control: &Control,
) -> Option<RayRule> {
    let mut rays = Vec::new();
    for clause in &program.clauses {
        match &clause.shape {
            Shape::Entries(own, _) if *own == shape => {}
            Shape::Entries(..) => continue,
            _ => return None,
        }
        let way = way(program, parameters, shape, clause, info.arity, control)?;
        for alternative in &clause.alternatives {
            way.rays(alternative, &mut rays)?;
        }
    }
    if info.sym && info.arity > 1 {
        if info.arity > MOST_SYMMETRIC {
            return None;
        }
        // The clause is tried with the entries in every order, so the table of the
        // tuples whose order counts has the rays in every order.
        rays = in_every_order(&rays, info.arity);
    }
    RayRule::new(info.arity, rays).ok()
}

/// The beginning of every alternative of a clause: its names and its guard.
fn way<'a>(
    program: &'a Program,
    parameters: &'a Parameters,
    shape: ShapeId,
    clause: &Clause,
    arity: usize,
    control: &'a Control,
) -> Option<Way<'a>> {
    let Shape::Entries(_, names) = &clause.shape else { return None };
    let mut slots = vec![None; program.slots.len()];
    for (index, name) in names.iter().enumerate() {
        *slots.get_mut(name.0)? = Some(Form::entry(arity, index));
    }
    let reading = Reading { program, parameters, control, arity, slots };
    let conditions = match &clause.guard {
        Some(guard) => reading.condition(guard)?,
        None => Vec::new(),
    };
    Some(Way { reading, shape, conditions, looped: false, endless: false })
}

/// The rays with their entries in every order.
fn in_every_order(rays: &[Ray], arity: usize) -> Vec<Ray> {
    let mut orders: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..arity {
        let mut longer = Vec::new();
        for order in &orders {
            let unused = (0..arity).filter(|next| !order.contains(next));
            longer.extend(unused.map(|next| [order.as_slice(), &[next]].concat()));
        }
        orders = longer;
    }
    let in_order = |ray: &Ray, order: &[usize]| Ray {
        start: order.iter().map(|&index| ray.start[index]).collect(),
        direction: order.iter().map(|&index| ray.direction[index]).collect(),
        most: ray.most,
    };
    rays.iter().flat_map(|ray| orders.iter().map(move |order| in_order(ray, order))).collect()
}
