/* interrupted.c: whether somebody wants the command to end. */
#define _GNU_SOURCE
#include <signal.h>

#include "cli.h"

volatile int cli_interrupted;

static void on_signal(int sig)
{
    (void)sig;
    cli_interrupted = cli_interrupted + 1; /* a second one is meant */
}

void cli_catch_signals(void)
{
    struct sigaction sa = { .sa_handler = on_signal };
    sigaction(SIGINT, &sa, NULL);
    sigaction(SIGTERM, &sa, NULL);
    sigaction(SIGHUP, &sa, NULL);
    signal(SIGPIPE, SIG_IGN);
}
