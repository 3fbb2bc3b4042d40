//! Laws found in tables: each holds of every value at hand, and predicts many of them that it was not found on.
//!
//! What is found here is a proposal. Whether it holds for ever is for `proof` to say.
