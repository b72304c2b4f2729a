return mutant {
  base = "reference", file = "prefix.c",
  replace = {
    {[=[           !memcmp(tokens(r, c) + same * r->bs, tok + same * r->bs, block))]=],
     [=[           !memcmp(tokens(r, c) + same * r->bs, tok + same * r->bs, sizeof *tok))]=]},
  },
  fails = "correct", message = "blocks are cached, got",
  why = [[a block counts as the same when its first token is: beginnings that part within it are mixed up]],
}
