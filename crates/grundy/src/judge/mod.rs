//! Contest problems: input forms and answers.
