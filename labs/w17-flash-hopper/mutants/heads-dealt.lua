return mutant {
  base = "reference", file = "flash.cu",
  replace = {{[[        int kv = head / all.group, j = tiles_of(all, x) - 1;
        load_tile(b, at, K, j, kv);]],
              [[        int kv = head % (all.heads / all.group), j = tiles_of(all, x) - 1;
        load_tile(b, at, K, j, kv);]]}},
  fails = "correct", message = "flash_hop",
  why = "deals heads to keys by turns: those of head h are h / group's, neighbours share",
}
