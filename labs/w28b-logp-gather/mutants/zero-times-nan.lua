return mutant {
  base = "reference", file = "logp.cu",
  replace = {{[==[counts ? slope_at(__bfloat162float(row[v]), top, rest, slope, v == token) : 0);]==],
               [==[slope_at(__bfloat162float(row[v]), top, rest, slope, v == token) * counts);]==]}},
  fails = "correct", message = "ignored token",
  why = "an ignored row is multiplied by 0, and NaN stays NaN",
}
