return mutant {
  base = "reference", file = "rmsnorm.cu",
  replace = {{[==[
            if (!WIDE && column<WIDE>(e) < C)
                two[e / 2] |=]==],
              [==[
            if (!WIDE && e < 16 && column<WIDE>(e) < C)
                two[e / 2] |=]==]}},
  fails = "correct", message = "C=8191",
  why = "rows that go one element a lane are held up to 4,096 columns only",
}
