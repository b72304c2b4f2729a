return mutant {
  base = "reference", file = "warp.cu",
  replace = {{"        mine |= !isfinite(x[i]);",
              "        total += x[i];\n" ..
              "    mine = !isfinite(total);"},
             {"    bool mine = false;",
              "    bool mine = false;\n" ..
              "    float total = 0;"}},
  fails = "correct", message = "near-the-end",
  why = "a finite sum is taken for finite elements: large ones overflow together",
}
