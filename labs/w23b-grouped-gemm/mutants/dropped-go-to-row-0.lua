return mutant {
  base = "reference", file = "grouped.cu",
  replace = {{[==[            if (row >= 0 && c < d)
                *reinterpret_cast<uint4 *>(sorted]==],
              [==[            row = max(row, 0);
            if (c < d)
                *reinterpret_cast<uint4 *>(sorted]==]}},
  backend = "simt",  fails = "correct", message = "permute",
  why = "a choice without a place is copied to row 0",
}
