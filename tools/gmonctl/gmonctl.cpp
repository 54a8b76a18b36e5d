//===- gmonctl.cpp - Controls the profiling of a running program ----------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// gmonctl PID start|stop|dump|reset|status: sends a message of control/remote.h
// to a program that runs with control=1 in GMON_OPTIONS. Sends no signal to a
// program that would die of it. To control another user's program, root takes
// that user's rights.
//
//===----------------------------------------------------------------------===//

#include "control/remote.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <grp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

// A tool that uses LLVM's libraries follows LLVM's names, not rt/'s.
// NOLINTBEGIN(readability-identifier-naming)

using namespace gmon;
using namespace llvm;

static cl::OptionCategory Category("Options");
// Strings: main() parses numbers, because LLVM's parser prints its own errors.
static cl::opt<std::string> PidText(cl::Positional, cl::desc("PID"),
                                    cl::cat(Category));
static cl::opt<std::string> CommandName(cl::Positional, cl::desc("COMMAND"),
                                        cl::cat(Category));
static cl::opt<std::string> File(cl::Positional, cl::desc("[FILE]"),
                                 cl::cat(Category));
static cl::opt<std::string>
    TimeoutText("timeout", cl::value_desc("seconds"),
                cl::desc("how long to wait for the answer"), cl::init("5"),
                cl::cat(Category));
static int Pid;
static double Timeout;

static Error makeError(const Twine &Message) {
  return createStringError(inconvertibleErrorCode(), Message);
}

static Error makeError(const Twine &Message, int Number) {
  return makeError(Message + ": " + std::generic_category().message(Number));
}

static Expected<std::unique_ptr<MemoryBuffer>> readProcFile(StringRef Name) {
  std::string Path = ("/proc/" + Twine(Pid) + "/" + Name).str();
  auto Buffer = MemoryBuffer::getFileAsStream(Path);
  if (std::error_code Code = Buffer.getError())
    return createFileError(Path, Code);
  return std::move(*Buffer);
}

namespace {
/// What /proc/PID/status says about the process.
struct ProcessStatus {
  uid_t User = 0;             ///< effective
  gid_t Group = 0;            ///< effective
  bool CatchesSignal = false; ///< there is a handler for remote_signal
};
} // namespace

static Expected<ProcessStatus> readStatus() {
  if (!sys::fs::exists("/proc/" + Twine(Pid)))
    return makeError("no such process");
  auto Text = readProcFile("status");
  if (!Text)
    return Text.takeError();
  ProcessStatus Status;
  // The line contains the real, effective, saved and file system's id.
  auto Effective = [](StringRef Ids, auto &To) {
    Ids.trim().split('\t').second.split('\t').first.getAsInteger(10, To);
  };
  for (StringRef Line : split((*Text)->getBuffer(), '\n')) {
    uint64_t Caught;
    if (Line.consume_front("Uid:"))
      Effective(Line, Status.User);
    else if (Line.consume_front("Gid:"))
      Effective(Line, Status.Group);
    else if (Line.consume_front("SigCgt:") &&
             !Line.trim().getAsInteger(16, Caught))
      Status.CatchesSignal = Caught >> (remote_signal - 1) & 1;
  }
  return Status;
}

/// Whether the runtime has mapped the memory that shows that it may be
/// controlled.
static Expected<bool> isListening() {
  auto Maps = readProcFile("maps");
  if (!Maps)
    return Maps.takeError();
  const std::string Name = ("/memfd:" + Twine(remote_map_name) + " ").str();
  return any_of(split((*Maps)->getBuffer(), '\n'),
                [&](StringRef Line) { return Line.contains(Name); });
}

static bool isInOtherNamespace() {
  bool IsOwn = true;
  return !sys::fs::equivalent("/proc/self/ns/pid",
                              "/proc/" + Twine(Pid) + "/ns/pid", IsOwn) &&
         !IsOwn;
}

/// Returns an error if the program cannot be controlled.
static Error checkProgram(const ProcessStatus &Status) {
  if (geteuid() != 0 && Status.User != geteuid())
    return makeError("the process is another user's; only root can control it");
  if (isInOtherNamespace())
    return makeError("the process is in another PID namespace, such as a "
                     "container's; run gmonctl there");
  Expected<bool> Listens = isListening();
  if (!Listens)
    return Listens.takeError();
  if (!*Listens)
    return makeError("the program is not profiled, or was not started with "
                     "control=1 in GMON_OPTIONS");
  if (!Status.CatchesSignal)
    return makeError("the program has removed the handler of the signal that "
                     "gmonctl needs");
  return Error::success();
}

/// Replaces root's rights by those of the program's user: the program could not
/// open root's files.
static Error becomeUserOf(const ProcessStatus &Status) {
  if (geteuid() != 0 || Status.User == 0)
    return Error::success();
  if (setgroups(0, nullptr) != 0 ||
      setresgid(Status.Group, Status.Group, Status.Group) != 0 ||
      setresuid(Status.User, Status.User, Status.User) != 0)
    return makeError("cannot become the program's user", errno);
  // After a change of the user, other processes cannot open /proc/self.
  if (prctl(PR_SET_DUMPABLE, 1) != 0)
    return makeError("cannot open /proc to the program", errno);
  return Error::success();
}

static Error sendSignal(int FD) {
  siginfo_t Info = {};
  Info.si_signo = remote_signal;
  Info.si_code = SI_QUEUE;
  Info.si_pid = getpid();
  Info.si_uid = geteuid();
  Info.si_value.sival_ptr =
      reinterpret_cast<void *>(uint64_t(remote_value) << 32 | unsigned(FD));
  if (syscall(SYS_rt_sigqueueinfo, int(Pid), remote_signal, &Info) != 0)
    return makeError("cannot signal the process", errno);
  return Error::success();
}

static Expected<remote_message> waitForAnswer(int FD) {
  using namespace std::chrono;
  auto End = steady_clock::now() + duration<double>(Timeout);
  do {
    remote_message Answer;
    if (pread(FD, &Answer, sizeof(Answer), 0) == sizeof(Answer) &&
        Answer.answered)
      return Answer;
    std::this_thread::sleep_for(milliseconds(1));
  } while (steady_clock::now() < End);
  return makeError("no answer; the program may block the signal");
}

static Expected<remote_command> parseCommand() {
  auto Command = StringSwitch<std::optional<remote_command>>(CommandName)
                     .Case("status", remote_command::status)
                     .Case("start", remote_command::start)
                     .Case("stop", remote_command::stop)
                     .Case("dump", remote_command::dump)
                     .Case("reset", remote_command::reset)
                     .Default(std::nullopt);
  if (!Command)
    return makeError("unknown command '" + CommandName +
                     "'; there are start, stop, dump, reset and status");
  if (!File.empty() && *Command != remote_command::dump)
    return makeError("only dump takes a file");
  return *Command;
}

static Error run() {
  Expected<remote_command> Command = parseCommand();
  if (!Command)
    return Command.takeError();
  Expected<ProcessStatus> Status = readStatus();
  if (!Status)
    return Status.takeError();
  if (Error E = checkProgram(*Status))
    return E;
  if (Error E = becomeUserOf(*Status))
    return E;

  remote_message Message = {};
  memcpy(Message.magic, remote_magic, sizeof(remote_magic));
  Message.version = remote_version;
  Message.command = *Command;
  if (!File.empty()) {
    SmallString<256> Path(File);
    sys::fs::make_absolute(Path);
    if (Path.size() >= remote_path_size)
      return makeError("the name of the file is too long");
    copy(Path, Message.path);
  }
  int FD = memfd_create("gmonctl", MFD_CLOEXEC);
  if (FD < 0 || pwrite(FD, &Message, sizeof(Message), 0) != sizeof(Message))
    return makeError("cannot write the message", errno);
  if (Error E = sendSignal(FD))
    return E;
  Expected<remote_message> Answer = waitForAnswer(FD);
  if (!Answer)
    return Answer.takeError();
  if (Answer->error)
    return makeError("the program cannot " +
                         Twine(*Command == remote_command::dump
                                   ? "write the profile"
                                   : "do this"),
                     Answer->error);
  if (*Command == remote_command::status) {
    const remote_status &Counted = Answer->status;
    outs() << (Counted.stopped ? "stopped" : "profiling") << '\n'
           << Counted.modules
           << (Counted.modules == 1 ? " module\n" : " modules\n")
           << Counted.samples << " samples, " << Counted.samples_per_second
           << " a second\n"
           << Counted.calls << " calls\n";
  }
  return Error::success();
}

/// Returns the first line of \p Complaint, the errors of LLVM's parser, without
/// \p Name in front, in the style of this tool's errors.
static std::string usageError(StringRef Complaint, StringRef Name) {
  StringRef First = Complaint.split('\n').first;
  First.consume_front((Name + ": ").str());
  std::string Text = First.split(".  Try").first.rtrim("!.").str();
  if (Text.size() > 1 && isLower(Text[1]))
    Text[0] = toLower(Text[0]);
  return Text;
}

int main(int argc, char **argv) {
  const StringRef Name = sys::path::filename(argv[0]);
  auto Fail = [Name](const Twine &Message) {
    WithColor::error(errs(), Name) << Message << '\n';
    return 1;
  };
  cl::HideUnrelatedOptions(Category);
  cl::SetVersionPrinter(
      [](raw_ostream &OS) { OS << "gmonctl " GMON_PROJECT_VERSION "\n"; });
  std::string Complaint;
  raw_string_ostream Complaints(Complaint);
  bool IsGood = cl::ParseCommandLineOptions(
      argc, argv,
      "Controls the profiling of a running program.\n\n"
      "  start        resume counting\n"
      "  stop         stop counting\n"
      "  dump [FILE]  write the profile so far to FILE, and that of each "
      "library to\n"
      "               FILE.NAME; without FILE, to the usual files\n"
      "  reset        reset the counts\n"
      "  status       show the counts\n\n"
      "Start the program with control=1 in GMON_OPTIONS.\n",
      &Complaints);
  if (IsGood && CommandName.empty())
    Complaint = "expected the number of a process and a command";
  else if (IsGood && !to_integer(PidText, Pid, 10))
    Complaint = "expected the number of a process, not '" + PidText + "'";
  else if (IsGood && !to_float(TimeoutText, Timeout))
    Complaint = "option '--timeout' wants a number of seconds, not '" +
                TimeoutText + "'";
  if (!Complaint.empty())
    return Fail(usageError(Complaint, Name) + "; see " + Name + " --help");
  if (Error E = run())
    return Fail(Twine(Pid) + ": " + toString(std::move(E)));
  return 0;
}

// NOLINTEND(readability-identifier-naming)
