//! From an input to the output.

use super::answer::answer;
use super::error::JudgeError;
use super::form::Name;
use super::problem::Problem;
use super::read::read;
use crate::theory::Control;

/// The whole output of `problem` for `input`, each line ended by a newline.
///
/// The input is read to its end before the first position is solved: the
/// answers are complete, or there are none.
///
/// # Errors
///
/// [`JudgeError::Input`] with line, column and what was expected if the input
/// is not of the problem's form; [`JudgeError::Rule`] and [`JudgeError::Solve`]
/// if the rule breaks at a position of the input; [`JudgeError::Stopped`] at a
/// limit of `control`.
///
/// # Examples
///
/// ```
/// use grundy::judge::{problem, run};
/// use grundy::theory::Control;
///
/// let problem = problem("hdu-1847").expect("the problem is known");
/// assert_eq!(run(problem, b"1\n3\n", &Control::default())?, "Kiki\nCici\n");
/// # Ok::<(), grundy::judge::JudgeError>(())
/// ```
pub fn run(problem: &Problem, input: &[u8], control: &Control) -> Result<String, JudgeError> {
    let places: Vec<Name> = problem.parameters().iter().map(|&(_, place)| place).collect();
    let cases = read(&problem.form, &places, input, control)?;
    answer(problem, &cases, control)
}
