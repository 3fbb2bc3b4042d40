//! The theorems' conditions, checked. Nothing here knows an engine or a finder.
