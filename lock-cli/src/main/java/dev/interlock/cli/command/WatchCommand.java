// SPDX-License-Identifier: Apache-2.0
package dev.interlock.cli.command;

import dev.interlock.Holder;
import dev.interlock.LockClient;
import dev.interlock.cli.exit.ExitCode;
import dev.interlock.cli.process.Signals;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code interlock watch}: each change of a lock's holder. */
@Command(
        name = "watch",
        description =
                "Prints each change of a lock's holder, until INT or TERM. It asks the store again and again, so a hold"
                        + " that is shorter than the pause can be missed.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:ended by INT or TERM", "64:bad usage", "69:the store cannot be reached"})
final class WatchCommand implements Callable<Integer> {

    @Mixin
    private final StoreOption store = new StoreOption();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(names = "--every", paramLabel = "TIME", description = "The pause between two looks. Default: 1s.")
    private Duration every = Duration.ofSeconds(1);

    @Parameters(paramLabel = "NAME", description = "The lock.")
    @SuppressWarnings("NullAway.Init")
    private String name;

    @Override
    public Integer call() throws InterruptedException {
        CountDownLatch ended = new CountDownLatch(1);
        Signals.receive(signal -> ended.countDown());
        PrintWriter out = spec.commandLine().getOut();
        try (LockClient client = store.connect()) {
            @Nullable String shown = null;
            do {
                Optional<Holder> holder = Requests.answered(ExitCode.UNAVAILABLE, () -> client.inspect(name));
                String token =
                        holder.map(held -> Long.toString(held.fencingToken())).orElse("free");
                if (!token.equals(shown)) {
                    out.println(Instant.now().truncatedTo(ChronoUnit.MILLIS) + " " + name + ": "
                            + InspectCommand.text(holder));
                    out.flush();
                }
                shown = token;
            } while (!ended.await(every.toNanos(), TimeUnit.NANOSECONDS));
        }
        return ExitCode.OK;
    }
}
