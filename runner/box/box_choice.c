/* box_choice.c: which box this process has chosen, and how a child that enters a box fails. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "box.h"
#include "box_bwrap.h"
#include "box_level.h"

static char chosen[24] = "native";

void box_choose(const char *name)
{
    snprintf(chosen, sizeof chosen, "%s", name && *name ? name : "native");
}

const char *box_name(void)
{
    return chosen;
}

int box_is_one(const char *name)
{
    return !strcmp(name, "native") || !strcmp(name, "bwrap");
}

int box_by_bwrap(void)
{
    return !strcmp(box_name(), "bwrap");
}

/* Handlers first: a signal that was held back must not run the parent's. */
void box_default_signals(void)
{
    sigset_t none;
    for (int k = 1; k < NSIG; k++)
        signal(k, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

int box_fails(const char *what)
{
    dprintf(2, "sandbox: %s: %s\n", what, strerror(errno));
    return -1;
}
