"""Words in both languages: messages, narration of events, where points came from."""
