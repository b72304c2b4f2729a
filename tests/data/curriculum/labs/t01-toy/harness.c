/* toy_replay is called by hand. */
