return mutant {
    base = "reference", file = "flash.c",
    replace = { { "tm_tile(tm, t.Br, t.Bc);", "tm_tile(tm, S, t.Bc);" } },
    fails = "correct", message = "tm_tile says Br",
    why = "tm_tile declares a tile that no SRAM holds, so that the traffic formula promises the least",
}
