// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.proxy;

/** What becomes of a connection after a fault took one of its messages. */
public enum Ending {
    /** Both sides are closed in order: client and server read the end of the stream. */
    CUT {
        @Override
        void end(Link link) {
            link.cut();
        }
    },
    /** Both sides are reset (TCP RST): client and server get a "connection reset". */
    RESET {
        @Override
        void end(Link link) {
            link.reset();
        }
    },
    /** The client reads the end of the stream, while what it sends still reaches the server. */
    HALF_CLOSE {
        @Override
        void end(Link link) {
            link.halfClose();
        }
    },
    /** The connection stays open, but nothing more passes in either direction. */
    SILENCE {
        @Override
        void end(Link link) {
            link.silence();
        }
    };

    abstract void end(Link link);
}
