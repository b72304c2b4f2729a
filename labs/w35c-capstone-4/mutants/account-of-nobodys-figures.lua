return mutant {
  base = "engine.json", file = "engine.json",
  replace = {
    {[==[3.94 requests a second]==],
     [==[5.2 requests a second]==]},
    {[==[62 % are cached]==],
     [==[81 % are cached]==]},
    {[==[in place of 3.1,"]==],
     [==[in place of 4.4,"]==]},
  },
  fails = "account", message = "figure of w30b-radix-chunked",
  why = "the attempts are there, and what is told of them is what nobody counted",
}
