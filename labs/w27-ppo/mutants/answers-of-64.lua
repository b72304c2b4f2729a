return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {[==[shape_rewards(len[b], logp + at, ref + at, score[b], r->beta, rewards);
        gae(len[b],]==],
     [==[int most = len[b] < 64 ? len[b] : 64;
        shape_rewards(most, logp + at, ref + at, score[b], r->beta, rewards);
        gae(most,]==]},
  },
  fails = "correct", message = "advantages",
  why = "answers are cut at 64 tokens, which is more than this policy ever writes",
}
