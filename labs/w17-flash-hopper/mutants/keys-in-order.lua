return mutant {
  base = "reference", file = "flash.cu",
  replace = {{[[from += (i % 2 * 8 + r) * ROW;]],
              [[from += (r / 2 * 4 + i % 2 * 2 + r % 2) * ROW;]]},
             {[[ldmatrix_x4_trans(x[c], from + a * 16 * ROW + ((2 * c + i / 2 ^ r) << 4));]],
              [[ldmatrix_x4_trans(x[c], from + a * 16 * ROW +
                                        ((2 * c + i / 2 ^ (r / 2 * 4 + i % 2 * 2 + r % 2) % 8) << 4));]]}},
  fails = "correct",
  why = "V is turned over with its keys in order; the weights stand as sums do",
}
