//===- gmonctl.cpp - Controls the profiling of a running program ----------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// gmonctl PID start|stop|dump|reset|status: says to a program that runs with
// control=1 in GMON_OPTIONS what gmon_remote.h describes. A program that would
// not understand, and die of the signal, is not sent it.
//
//===----------------------------------------------------------------------===//

#include "gmon_remote.h"
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
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

// A tool that is made of LLVM's libraries has names as they do, not as rt/.
// NOLINTBEGIN(readability-identifier-naming)

using namespace gmon;
using namespace llvm;

static cl::OptionCategory Category("Options");
static cl::opt<int> Pid(cl::Positional, cl::Required, cl::desc("PID"),
                        cl::cat(Category));
static cl::opt<std::string> CommandName(cl::Positional, cl::Required,
                                        cl::desc("COMMAND"), cl::cat(Category));
static cl::opt<std::string> File(cl::Positional, cl::desc("[FILE]"),
                                 cl::cat(Category));
static cl::opt<double> Timeout("timeout", cl::value_desc("seconds"),
                               cl::desc("how long to wait for the answer"),
                               cl::init(5), cl::cat(Category));

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

/// Whether the program started with control=1: the last word on it counts.
static bool allowsControl(StringRef Environment) {
  bool Allows = false;
  for (StringRef Variable : split(Environment, '\0'))
    if (Variable.consume_front("GMON_OPTIONS="))
      for (StringRef Setting : split(Variable, ':'))
        if (Setting.consume_front("control="))
          Allows = Setting == "1";
  return Allows;
}

/// Whether a handler for SIGPROF is there, by what /proc/PID/status says.
static bool catchesSignal(StringRef Status) {
  for (StringRef Line : split(Status, '\n')) {
    uint64_t Caught;
    if (Line.consume_front("SigCgt:") && !Line.trim().getAsInteger(16, Caught))
      return Caught >> (SIGPROF - 1) & 1;
  }
  return false;
}

/// Refuses programs that do not wait for a signal of this kind.
static Error checkProgram() {
  struct stat Owner;
  if (stat(("/proc/" + Twine(Pid)).str().c_str(), &Owner) != 0)
    return makeError("no such process");
  if (Owner.st_uid != geteuid())
    return makeError("the process is another user's");
  auto Environment = readProcFile("environ");
  if (!Environment)
    return Environment.takeError();
  if (!allowsControl((*Environment)->getBuffer()))
    return makeError("the program was not started with control=1 in "
                     "GMON_OPTIONS");
  auto Status = readProcFile("status");
  if (!Status)
    return Status.takeError();
  if (!catchesSignal((*Status)->getBuffer()))
    return makeError("the program is not profiled");
  return Error::success();
}

static Error sendSignal(int FD) {
  siginfo_t Info = {};
  Info.si_signo = SIGPROF;
  Info.si_code = SI_QUEUE;
  Info.si_pid = getpid();
  Info.si_uid = geteuid();
  Info.si_value.sival_ptr =
      reinterpret_cast<void *>(uint64_t(remote_value) << 32 | unsigned(FD));
  if (syscall(SYS_rt_sigqueueinfo, int(Pid), SIGPROF, &Info) != 0)
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
  if (Error E = checkProgram())
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
    const remote_status &Status = Answer->status;
    outs() << (Status.stopped ? "stopped" : "profiling") << '\n'
           << Status.modules << " modules\n"
           << Status.samples << " samples, " << Status.samples_per_second
           << " a second\n"
           << Status.calls << " calls\n";
  }
  return Error::success();
}

int main(int argc, char **argv) {
  cl::HideUnrelatedOptions(Category);
  cl::SetVersionPrinter(
      [](raw_ostream &OS) { OS << "gmonctl " GMON_PROJECT_VERSION "\n"; });
  cl::ParseCommandLineOptions(
      argc, argv,
      "Controls the profiling of a running program.\n\n"
      "  start        count again\n"
      "  stop         count nothing any more\n"
      "  dump [FILE]  write the profile so far: to FILE, and for each library "
      "to\n"
      "               FILE.NAME, or where it is written at the end\n"
      "  reset        forget what was counted\n"
      "  status       show what was counted\n\n"
      "The program has to be started with control=1 in GMON_OPTIONS.\n");
  if (Error E = run()) {
    WithColor::error(errs(), sys::path::filename(argv[0]))
        << Pid << ": " << toString(std::move(E)) << '\n';
    return 1;
  }
  return 0;
}

// NOLINTEND(readability-identifier-naming)
