return mutant {
  base = "reference", file = "grouped.cu",
  replace = {{[==[        return false;
    work->W]==],
              [==[        tile = make_int2(0, 1 << 30);
    work->W]==]}},
  fails = "profile", message = "mma",
  why = "blocks without a tile multiply zeros, as a padded product does",
}
