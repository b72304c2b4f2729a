#define _GNU_SOURCE
#include "simt.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { TICK_MS = 100, VARS = 9 };
#define GRACE_S 1.0 /* between asking a program to end and ending it */

char **simt_env(const struct simt_env *v)
{
    char **env = calloc(VARS, sizeof *env);
    int n = 0;
    if (!env)
        abort();
    env[n++] = util_path("SIMT_ARCH=%s", v->arch ? v->arch : simt_archs[0]);
    if (v->out >= 0)
        env[n++] = util_path("SIMT_OUT=%d", v->out);
    if (v->seed > 0)
        env[n++] = util_path("SIMT_SEED=%lld", v->seed);
    if (v->descending)
        env[n++] = util_path("SIMT_BLOCKS=descending");
    if (v->workers > 0)
        env[n++] = util_path("SIMT_WORKERS=%d", v->workers);
    if (v->timeout > 0)
        env[n++] = util_path("SIMT_TIMEOUT=%.3f", v->timeout);
    if (v->time)
        env[n++] = util_path("SIMT_TIME=1");
    if (v->notrace)
        env[n++] = util_path("SIMT_NOTRACE=1");
    return env;
}

void simt_env_free(char **env)
{
    for (char **p = env; p && *p; p++)
        free(*p);
    free(env);
}

/* ---- the child ----------------------------------------------------------------------------------------- */

struct pipes {
    int raw[2], out[2], tty;
};

/* On a terminal it stays in our group, so that the keys which stop and end programs reach both of us. */
static int shares_terminal(void)
{
    return isatty(STDIN_FILENO) && tcgetpgrp(STDIN_FILENO) == getpgrp();
}

static void child(const struct simt_run *r, const struct pipes *p, pid_t parent)
{
    struct simt_env v = r->env;
    sigset_t none;
    if (!p->tty)
        setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(127);
    for (int k = 1; k < NSIG; k++)
        signal(k, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (r->quiet) {
        dup2(null, STDERR_FILENO);
        dup2(null, STDIN_FILENO);
    }
    if (r->quiet || r->hashed) {
        dup2(p->out[1], STDOUT_FILENO);
    } else if (r->stdout_to_stderr) {
        dup2(STDERR_FILENO, STDOUT_FILENO);
    }
    fcntl(p->raw[1], F_SETFD, 0);
    v.out = p->raw[1];
    for (char **env = simt_env(&v); *env; env++)
        putenv(*env);
    int n = 0;
    while (r->args && r->args[n])
        n++;
    char **argv = calloc((size_t)n + 2, sizeof *argv);
    if (!argv)
        _exit(127);
    argv[0] = (char *)(r->name ? r->name : r->program);
    for (int k = 0; k < n; k++)
        argv[k + 1] = r->args[k];
    execv(r->program, argv);
    dprintf(STDERR_FILENO, "ridge: %s: %s\n", r->program, strerror(errno));
    _exit(127);
}

/* ---- the program's output ------------------------------------------------------------------------------ */

/* 1 while there may be more. Takes what is there, up to the cap; what is beyond is read and dropped. */
static int drain(int fd, struct text *to, crypto_generichash_state *hash, int pass)
{
    char buf[1 << 16];
    ssize_t n = read(fd, buf, sizeof buf);
    if (n < 0)
        return errno == EINTR || errno == EAGAIN;
    if (n > 0 && to)
        text_add(to, buf, (size_t)n);
    for (ssize_t done = 0, k; pass >= 0 && done < n; done += k)
        if ((k = write(pass, buf + done, (size_t)(n - done))) < 0)
            break; /* the reader of the output is gone, or the disk is full: the run goes on */
    if (n > 0 && hash)
        crypto_generichash_update(hash, (unsigned char *)buf, (unsigned long long)n);
    return n > 0;
}

static void end_it(pid_t pid, int tty, int sig)
{
    if (!tty)
        kill(-pid, sig);
    kill(pid, sig);
}

static int gone(pid_t pid)
{
    siginfo_t si = {0};
    return waitid(P_PID, (id_t)pid, &si, WEXITED | WNOHANG | WNOWAIT) || si.si_pid == pid;
}

/* Until its pipes are shut, or it is gone and what it left behind holds them open. */
static void pump(const struct simt_run *r, const struct pipes *p, pid_t pid, struct simt_outcome *ret,
                 crypto_generichash_state *hash)
{
    struct pollfd f[2] = {{p->raw[0], POLLIN, 0}, {p->out[0], POLLIN, 0}};
    int pass = r->quiet ? -1 : r->stdout_to_stderr ? STDERR_FILENO : STDOUT_FILENO;
    double asked = 0;
    for (int left = p->out[0] >= 0 ? 3 : 1; left;) {
        if (r->cancel && *r->cancel && !asked) {
            asked = util_now();
            ret->cancelled = 1;
            end_it(pid, p->tty, SIGTERM);
        }
        if (asked && util_now() - asked > GRACE_S)
            end_it(pid, p->tty, SIGKILL);
        int n = poll(f, 2, TICK_MS);
        if (n < 0 && errno != EINTR)
            return;
        if (n == 0 && gone(pid))
            return;
        for (int k = 0; n > 0 && k < 2; k++)
            if (f[k].revents && !drain(f[k].fd, k ? NULL : &ret->raw, k ? hash : NULL, k ? pass : -1)) {
                f[k].fd = -1;
                left &= ~(1 << k);
            }
    }
}

/* The pipes are shut; a program that closed them and goes on is waited for all the same. */
static int wait_for(const struct simt_run *r, const struct pipes *p, pid_t pid, struct simt_outcome *ret)
{
    int st = 0;
    double asked = 0;
    for (long ns = 100000; !gone(pid); ns += ns < 2000000 ? ns / 2 : 0) {
        struct timespec nap = {0, ns};
        if (r->cancel && *r->cancel) {
            ret->cancelled = 1;
            end_it(pid, p->tty, asked && util_now() - asked > GRACE_S ? SIGKILL : SIGTERM);
            asked = asked ? asked : util_now();
        }
        nanosleep(&nap, NULL);
    }
    if (!p->tty)
        kill(-pid, SIGKILL); /* while the pid is still its own */
    while (waitpid(pid, &st, 0) < 0 && errno == EINTR)
        ;
    return st;
}

int simt_run_program(const struct simt_run *r, struct simt_outcome *ret, struct err *e)
{
    struct pipes p = {{-1, -1}, {-1, -1}, shares_terminal()};
    crypto_generichash_state hash;
    unsigned char digest[16];
    *ret = (struct simt_outcome){.raw = {.cap = SIMT_RAW_MAX}};
    if (pipe2(p.raw, O_CLOEXEC) || ((r->quiet || r->hashed) && pipe2(p.out, O_CLOEXEC)))
        return err_set(e, "A pipe cannot be had: %s", strerror(errno));
    fcntl(p.raw[0], F_SETPIPE_SZ, 1 << 20);
    crypto_generichash_init(&hash, NULL, 0, sizeof digest);
    double t0 = util_now();
    pid_t parent = getpid(), pid = fork();
    if (pid == 0)
        child(r, &p, parent);
    close(p.raw[1]);
    if (p.out[1] >= 0)
        close(p.out[1]);
    if (pid > 0) {
        pump(r, &p, pid, ret, &hash);
        int st = wait_for(r, &p, pid, ret);
        ret->exit_code = WIFEXITED(st) ? WEXITSTATUS(st) : 0;
        ret->signal = WIFSIGNALED(st) ? WTERMSIG(st) : 0;
        ret->cancelled |=
            p.tty && (ret->signal == SIGINT || ret->signal == SIGTERM) && r->cancel && *r->cancel;
    }
    ret->seconds = util_now() - t0;
    close(p.raw[0]);
    if (p.out[0] >= 0)
        close(p.out[0]);
    crypto_generichash_final(&hash, digest, sizeof digest);
    sodium_bin2hex(ret->hash, sizeof ret->hash, digest, sizeof digest);
    return pid < 0 ? err_set(e, "A process cannot be had: %s", strerror(errno)) : 0;
}
