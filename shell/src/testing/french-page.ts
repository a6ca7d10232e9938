localStorage.setItem("souffleur.language", "fr");
