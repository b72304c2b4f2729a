return mutant {
  base = "pipeline.json", file = "pipeline.json",
  replace = {
    {[==["ratio":3.2,"lo":3.1,"hi":3.3,"predict":4]==],
     [==["ratio":0.5,"lo":0.48,"hi":0.52,"predict":0.9]==]},
    {[==[measured 2.1; four bits",
    "were to be 4 times as fast as floats, by bytes, and looking levels up left 3.2.]==],
     [==[measured 2.1; four bits",
    "were to be 0.9 times as fast as floats, by bytes, and looking levels up left 0.5.]==]},
  },
  fails = "total", message = "slower than the first",
  why = "four bits became half as fast, which was predicted and measured, and left so",
}
