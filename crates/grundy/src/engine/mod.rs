//! How values are computed.
