return mutant {
  base = "reference", file = "hopper.cu", backend = "simt",
  replace = {{[[
        if (STAGES > 1)
            give_back(&r.empty[before], t);
        store_tile(]],
              [[
        store_tile(]]}},
  fails = "correct",
  why = "the stage of a tile's last turn is not given back: the next tile's producer waits for it for ever",
}
