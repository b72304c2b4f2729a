return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {[=[    double new_actor = run(job, actor, ACTOR, scored, job->chunks * job->train_s[ACTOR] / actor->gpus);
    double new_critic = run(job, critic, CRITIC, scored, job->chunks * job->train_s[CRITIC] / critic->gpus);
]=],
     [=[    double new_critic = run(job, critic, CRITIC, scored, job->chunks * job->train_s[CRITIC] / critic->gpus);
    double new_actor = run(job, actor, ACTOR, scored, job->chunks * job->train_s[ACTOR] / actor->gpus);
]=]},
  },
  fails = "correct", message = "expected",
  why = "the critic is trained before the actor",
}
