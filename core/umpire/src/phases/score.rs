//! Score and ranking (UM-35). (being written)
