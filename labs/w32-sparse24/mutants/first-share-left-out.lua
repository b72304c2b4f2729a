return mutant {
  base = "reference", file = "sparse.cu",
  replace = {{[==[    for (int w = 0; w < WARPS; w++)
        sum += part[w][b][row];]==],
              [==[    for (int w = 1; w < WARPS; w++)
        sum += part[w][b][row];]==]}},
  fails = "correct",
  why = "seven of eight warps are added",
}
