// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.planted;

import dev.interlock.report.contender.StoreAddress;
import dev.interlock.report.peers.store.PeerStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.function.Supplier;

/** A directory as a store. */
final class PlantedStore implements PeerStore {

    private final Path path;
    private final LockDirectory directory;

    PlantedStore(Path path) {
        this.path = path;
        this.directory = new LockDirectory(path);
    }

    @Override
    public String name() {
        return PlantedPeers.STORE;
    }

    @Override
    public String source() {
        return "a directory";
    }

    @Override
    public StoreAddress address() {
        return new StoreAddress(path.toString(), "", "");
    }

    @Override
    public StoreAddress exposedAddress() {
        return new StoreAddress(path.toString(), PlantedPeers.EXPOSED, "");
    }

    @Override
    public String cutOff() {
        set(LockDirectory.CUT);
        return "the way to the directory is closed";
    }

    @Override
    public void freeze() {
        set(LockDirectory.FROZEN);
    }

    @Override
    public void thaw() {
        unset(LockDirectory.FROZEN);
    }

    @Override
    public String loseLocks() {
        return loseAll();
    }

    @Override
    public Supplier<String> deletion() {
        return this::loseAll;
    }

    @Override
    public String loseAll() {
        try {
            return directory.alone(() -> {
                directory.loseAll();
                return "all files deleted";
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void loseReply(String grants) {
        set(LockDirectory.LOSE_REPLY);
    }

    @Override
    public boolean hasLostReply() {
        return directory.has(LockDirectory.LOST_REPLY);
    }

    @Override
    public void heal() {
        unset(LockDirectory.LOSE_REPLY);
        unset(LockDirectory.LOST_REPLY);
        unset(LockDirectory.CUT);
    }

    @Override
    public void close() {
        // The directory is the test's.
    }

    private void set(String marker) {
        try {
            directory.set(marker);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void unset(String marker) {
        try {
            directory.unset(marker);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
