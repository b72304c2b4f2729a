/* A crash gives the terminal back and leaves a report: what was open, what was done last, where it happened. */
#define _GNU_SOURCE
#include <execinfo.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "screen.h"
#include "screen_impl.h"
#include "runner/base/memory.h"
/* after curses.h */
#include <term.h>

/* Signals that mean a mistake, and signals that nobody sends a workbook and that would end it all the same. */
static const int fatal[] = {SIGSEGV, SIGBUS,  SIGFPE,  SIGILL,  SIGABRT, SIGQUIT,   SIGSYS, SIGTRAP,
                            SIGXCPU, SIGXFSZ, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF};
enum { FATAL = sizeof fatal / sizeof fatal[0], TRAIL = 16, FRAMES = 64 };

static struct {
    pid_t pid; /* children made by fork() inherit the handler, not the terminal */
    struct termios modes;
    struct sigaction before[FATAL];
    stack_t stack_before;
    char text[512], path[PATH_MAX];
    size_t len;
    struct {
        const char *view, *action; /* names that are never freed */
    } trail[TRAIL];
    unsigned steps;
} crash;

void crash_note(const char *view, const char *action)
{
    crash.trail[crash.steps % TRAIL].view = view;
    crash.trail[crash.steps++ % TRAIL].action = action;
}

/* From here to on_fatal(): only what may be called from a signal handler, so no curses and no stdio. */

static void put(int fd, const char *text)
{
    ssize_t n = write(fd, text, strlen(text));
    (void)n;
}

static void put_number(int fd, long v)
{
    char digits[24];
    size_t k = sizeof digits - 1;
    digits[k] = 0;
    do
        digits[--k] = (char)('0' + v % 10);
    while (v /= 10);
    put(fd, digits + k);
}

static void write_report(int sig)
{
    void *frame[FRAMES];
    int fd = open(crash.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0)
        return;
    put(fd, "Ridge died of signal ");
    put_number(fd, sig);
    put(fd, ", ");
    put_number(fd, (long)time(NULL));
    put(fd, " s after 1970.\n\nThe last steps, page and action:\n");
    unsigned first = crash.steps > TRAIL ? crash.steps - TRAIL : 0;
    for (unsigned k = first; k < crash.steps; k++) {
        put(fd, "  ");
        put(fd, crash.trail[k % TRAIL].view);
        put(fd, " ");
        put(fd, crash.trail[k % TRAIL].action);
        put(fd, "\n");
    }
    put(fd, "\nWhere it was (addr2line -e ridge names the lines):\n");
    backtrace_symbols_fd(frame, backtrace(frame, FRAMES), fd);
    close(fd);
    put(STDERR_FILENO, "Ridge crashed. What was recorded is safe; a report is in ");
    put(STDERR_FILENO, crash.path);
    put(STDERR_FILENO, "\n");
}

/* Of a child made by fork(): nothing, the terminal is not its own. */
static void give_back_terminal(void)
{
    if (getpid() != crash.pid)
        return;
    ssize_t n = write(STDOUT_FILENO, crash.text, crash.len);
    (void)n;
    if (crash.len)
        tcsetattr(STDIN_FILENO, TCSANOW, &crash.modes);
}

static void on_fatal(int sig)
{
    give_back_terminal();
    if (getpid() == crash.pid)
        write_report(sig);
    for (int k = 0; k < FATAL; k++)
        if (fatal[k] == sig)
            sigaction(sig, &crash.before[k], NULL);
    raise(sig); /* comes when this handler returns: core, exit status and sanitizers as ever */
}

static int collect(int c)
{
    if (crash.len < sizeof crash.text)
        crash.text[crash.len++] = (char)c;
    return c;
}

static void collect_leave(void)
{
    const char *leave[] = {exit_attribute_mode, keypad_local, cursor_normal, exit_ca_mode};
    for (size_t k = 0; k < sizeof leave / sizeof leave[0]; k++)
        if (leave[k])
            tputs(leave[k], 1, collect);
    for (const char *p = input_off; *p; p++)
        collect(*p);
    collect('\r');
    collect('\n');
}

void modes_save(void)
{
    tcgetattr(STDIN_FILENO, &crash.modes);
}

void modes_back(const struct screen *s)
{
    if (!s->detached)
        tcsetattr(STDIN_FILENO, TCSADRAIN, &crash.modes);
}

void crash_guard(const struct screen *s)
{
    static char stack[64 << 10];
    void *frame[1];
    stack_t alt = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction sa = {.sa_handler = on_fatal, .sa_flags = SA_ONSTACK};
    crash.pid = getpid();
    memory_before_end(give_back_terminal);
    crash.len = crash.steps = 0;
    snprintf(crash.path, sizeof crash.path, "%s/crash-%d.txt", s->app->home, (int)crash.pid);
    if (!s->detached)
        collect_leave();
    backtrace(frame, 1); /* the first call loads a library, which no handler may */
    sigaltstack(&alt, &crash.stack_before);
    for (int k = 0; k < FATAL; k++) {
        sigaction(fatal[k], &sa, &crash.before[k]);
        if (crash.before[k].sa_handler == SIG_IGN) /* as a script's shell has it of SIGQUIT: it would end nothing */
            sigaction(fatal[k], &crash.before[k], NULL);
    }
}

void crash_unguard(void)
{
    memory_before_end(NULL);
    for (int k = 0; k < FATAL; k++)
        sigaction(fatal[k], &crash.before[k], NULL);
    if (crash.stack_before.ss_flags & SS_DISABLE)
        crash.stack_before = (stack_t){.ss_flags = SS_DISABLE};
    sigaltstack(&crash.stack_before, NULL);
}
