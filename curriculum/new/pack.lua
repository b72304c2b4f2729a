return pack {
  api = 1, name = "@NAME@", version = "0.1.0",
  title = "@NAME@",
  -- author = "", license = "", summary = "",

  -- The order in which the labs stand in `ridge map @NAME@`. Left out, all of them are one step.
  -- steps = {
  --   {"Begin here", labs = {"@NAME@-first"}},
  -- },
}
