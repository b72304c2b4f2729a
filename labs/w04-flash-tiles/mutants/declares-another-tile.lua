return mutant {
    base = "reference", file = "flash.c",
    replace = { { "tm_tile(tm, t.Br, t.Bc);", "tm_tile(tm, 2 * t.Br, t.Bc);" } },
    fails = "profile", message = "read_excess_B",
    why =
      "tm_tile declares twice the rows that the loop really keeps: K and V are read twice as " ..
      "often",
}
